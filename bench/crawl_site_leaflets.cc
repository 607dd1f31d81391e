// A made-up site that is strictly held out: a database of medicines. See crawl_site.h. Wanted are the pages
// of medicines. Substances, illnesses and food supplements stand beside them in the same folder, with names
// alone in their addresses (/dolodex-200-mg-tablets.html); below a medicine are its leaflet, side effects,
// dosage and prices. Interactions of two substances, questions and answers, pharmacies, makers and news are
// more than the medicines. Ways: lists by letter, substance, maker, group and illness, similar medicines,
// questions; pharmacies on duty have a calendar without end.
#include <map>
#include <utility>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Leaflets : public MadeSite {
 public:
  explicit Leaflets(uint64_t seed)
      : seed_(seed),
        by_substance_(kSubstances),
        by_maker_(kMakers),
        by_group_(kGroups),
        by_illness_(kIllnesses),
        by_letter_(26) {
    for (size_t s = 0; s < kSubstances; ++s) at_root_[slug_of(substance_name(s))] = {kSubstance, s};
    for (size_t i = 0; i < kIllnesses; ++i) at_root_[slug_of(illness_name(i))] = {kIllness, i};
    for (size_t brand = 0; medicines_.size() < kMedicines; ++brand) add_brand(brand);
    for (size_t n = 0; supplements_.size() < kSupplements; ++n) {
      Dice dice(seed_, "supplement", n);
      const std::string title = capital(words_of(dice, 1)) + "vit " + std::string(pick(dice, kNutrients)) +
                                (n % 2 ? " capsules" : " sachets");
      if (at_root_.try_emplace(slug_of(title), kSupplement, supplements_.size()).second)
        supplements_.push_back(title);
    }
    for (size_t q = 0; q < kQuestions; ++q) {
      Dice dice(seed_, "asked", q);
      const size_t about = dice.below(kMedicines);
      asked_.push_back(dice.chance(0.6) ? std::optional(about) : std::nullopt);
      if (asked_[q]) medicines_[about].questions.push_back(q);
    }
  }
  std::string name() const override { return "leaflets"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kMedicines; }
  std::string detail_path(size_t n) const override { return "/" + slug_of(medicines_[n].title) + ".html"; }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto found = root_of(path_of(target), "/");
    return found && found->first == kMedicine ? std::optional(found->second) : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    if (out) name_address(*out, target.find("?src=") == std::string::npos ? target : path_of(target));
    return out;
  }

 private:
  std::optional<std::string> made(const std::string& target) const {
    const std::string path = path_of(target);
    if (path == "/") return home();
    if (const auto found = root_of(path, "/")) {
      if (found->first == kMedicine) return medicine(found->second);
      if (found->first == kSubstance) return substance(found->second);
      return found->first == kIllness ? illness(found->second) : supplement(found->second);
    }
    for (size_t k = 0; k < std::size(kBelow); ++k)
      if (const auto found = root_of(path, fmt::format("/{}/", kBelow[k]));
          found && found->first == kMedicine && has(found->second, k))
        return below(found->second, k);
    if (path.starts_with("/interactions/")) return interaction(path);
    for (const char* which : {"medicines", "substances", "illnesses"})
      if (path.starts_with(fmt::format("/{}/", which)) && path.size() == std::string_view(which).size() + 3)
        return letter(which, path.back(), page_asked(target));
    if (path == "/supplements") return all_supplements();
    if (path == "/companies") return makers();
    if (const auto n = number_in(path, "/company/"); n && *n < kMakers) return maker(*n, page_asked(target));
    if (path == "/atc") return groups();
    if (const auto n = number_in(path, "/atc/"); n && *n < kGroups) return group(*n);
    if (path == "/answers") return answers(page_asked(target));
    if (const auto n = number_in(path, "/answers/", ".html"); n && *n < kQuestions) return question(*n);
    if (path == "/pharmacies") return towns();
    if (path == "/pharmacies/duty") return duty(parameter(target, "date"));
    if (path.starts_with("/pharmacies/")) return town_or_pharmacy(path.substr(12));
    if (path == "/news") return news_list(page_asked(target));
    if (const auto n = number_in(path, "/news/", ".html"); n && *n < kNews) return news(*n);
    if (const auto n = number_in(path, "/about/"); n && *n < 10) return about(*n);
    return {};
  }

  static constexpr size_t kMedicines = 1000, kSubstances = 300, kIllnesses = 250, kSupplements = 120,
                          kMakers = 110, kGroups = 70, kQuestions = 1500, kTowns = 50, kPharmacies = 700,
                          kNews = 480;
  enum Kind { kMedicine, kSubstance, kIllness, kSupplement };
  struct Medicine {
    std::string title, form;
    std::vector<size_t> substances, questions;
    size_t maker, group, illness, brand;
  };
  static constexpr std::string_view kBelow[] = {"leaflet", "side-effects", "dosage", "prices"};
  static constexpr std::string_view kStems[] = {"am",  "benz", "carb", "dex", "eto", "flu", "gly",
                                                "hal", "ibu",  "keto", "lev", "met", "nor", "oxa",
                                                "pra", "quin", "rif",  "sul", "tri", "val"};
  static constexpr std::string_view kEnds[] = {"odipine", "april", "asartan",  "omycin",   "iconazole",
                                               "idine",   "olol",  "azepam",   "oxacin",   "statin",
                                               "profen",  "amide", "itriptan", "oprazole", "icillin"};
  static constexpr std::string_view kBrandHeads[] = {
      "Ala",  "Bron",  "Cardi", "Dolo", "Eupho", "Ferro",  "Gastro", "Hepa",  "Immo", "Juve", "Kalo",
      "Lipo", "Migra", "Neuro", "Opti", "Pulmo", "Rheuma", "Sedo",   "Tensi", "Uro",  "Vaso", "Zelo"};
  static constexpr std::string_view kBrandEnds[] = {"dex", "lan", "med",  "nol", "pax",  "quel", "ral",
                                                    "sin", "tab", "vex",  "xin", "zid",  "cor",  "gel",
                                                    "fen", "mil", "stad", "tin", "vert", "zan"};
  static constexpr std::string_view kForms[] = {
      "tablets", "film-coated tablets",    "capsules",      "oral drops",
      "cream",   "solution for injection", "suppositories", "syrup"};
  static constexpr std::string_view kComplaints[] = {
      "asthma",    "arthritis", "bronchitis", "colitis",  "cystitis", "dermatitis", "eczema",
      "epilepsy",  "fever",     "gastritis",  "gout",     "headache", "hepatitis",  "hypertension",
      "infection", "insomnia",  "laryngitis", "migraine", "nausea",   "neuralgia",  "otitis",
      "psoriasis", "rhinitis",  "sinusitis",  "ulcer"};
  static constexpr std::string_view kCourses[] = {"acute", "chronic",   "allergic", "recurrent", "infantile",
                                                  "viral", "bacterial", "severe",   "mild",      "nervous"};
  static constexpr std::string_view kNutrients[] = {"magnesium", "zinc",   "iron",   "selenium", "omega",
                                                    "calcium",   "folate", "iodine", "biotin",   "potassium"};
  static constexpr std::string_view kTalk[] = {
      "patients",  "doctor", "dose",     "daily",    "treatment", "take",      "tablet",     "blood",
      "pressure",  "pain",   "risk",     "liver",    "kidney",    "stomach",   "skin",       "rash",
      "if",        "you",    "your",     "the",      "and",       "of",        "with",       "before",
      "after",     "meals",  "water",    "children", "adults",    "pregnancy", "should",     "not",
      "may",       "cause",  "reduce",   "increase", "effect",    "active",    "symptoms",   "days",
      "weeks",     "hours",  "allergic", "heart",    "sleep",     "dizziness", "prescribed", "pharmacist",
      "consult",   "occur",  "rarely",   "often",    "alcohol",   "driving",   "stop",       "continue",
      "infection", "fever",  "muscle",   "breathing"};
  static constexpr std::string_view kFacts[] = {"Form",   "Prescription", "Code",       "Approved",
                                                "Route",  "Strength",     "Shelf life", "Storage",
                                                "Colour", "Last revised", "Vegan",      "Lactose"};
  static constexpr std::string_view kChapters[] = {"What it is and what it is used for",
                                                   "Before you take it",
                                                   "Pregnancy and breast-feeding",
                                                   "Driving and machines",
                                                   "How to take it",
                                                   "Overdose",
                                                   "How it works",
                                                   "How to store it",
                                                   "Other information"};

  static std::string substance_name(size_t s) {
    return std::string(kStems[s % 20]) + std::string(kEnds[s / 20]);
  }
  static std::string illness_name(size_t i) {
    return std::string(kCourses[i / 25]) + " " + std::string(kComplaints[i % 25]);
  }
  static std::string maker_name(size_t m) {
    return capital(std::string(kWords[m % 24])) + (m < 24   ? " Pharma"
                                                   : m < 48 ? " Labs"
                                                   : m < 72 ? " & Sons"
                                                   : m < 96 ? " Health"
                                                            : " Remedies");
  }
  static std::string town_name(size_t t) {
    return std::string(kWords[t % 24]) + (t < 24 ? "ford" : t < 48 ? "mouth" : "by");
  }
  static std::string pharmacy_path(size_t p) {
    return fmt::format("/pharmacies/{}/{}-{}", town_name(p % kTowns), kWords[p / kTowns], p);
  }
  static std::string group_name(size_t g) { return fmt::format("{}{:02}", char('A' + g / 5), g % 5 + 1); }

  void add_brand(size_t brand) {
    Dice dice(seed_, "brand", brand);
    const size_t s = dice.below(kSubstances), maker = dice.below(kMakers);
    Medicine made{
        "",   std::string(pick(dice, kForms)), {s}, {}, maker, dice.below(kGroups), dice.below(kIllnesses),
        brand};
    if (dice.chance(0.15)) made.substances.push_back((s + 1 + dice.below(kSubstances - 1)) % kSubstances);
    const std::string own = dice.chance(0.3)
                                ? capital(substance_name(s)) + " " + capital(std::string(kWords[maker % 24]))
                                : std::string(pick(dice, kBrandHeads)) + std::string(pick(dice, kBrandEnds));
    uint32_t strength = dice.below(5) * 5 + 5;
    for (uint32_t i = dice.below(4) + 1; i > 0 && medicines_.size() < kMedicines; --i, strength *= 2) {
      made.title = fmt::format("{} {} mg {}", own, strength, made.form);
      const size_t m = medicines_.size();
      if (!at_root_.try_emplace(slug_of(made.title), kMedicine, m).second) continue;
      medicines_.push_back(made);
      for (const size_t o : made.substances) by_substance_[o].push_back(m);
      by_maker_[maker].push_back(m);
      by_group_[made.group].push_back(m);
      by_illness_[made.illness].push_back(m);
      by_letter_[size_t(own[0] - 'A')].push_back(m);
    }
  }
  std::optional<std::pair<Kind, size_t>> root_of(const std::string& path, const std::string& prefix) const {
    if (!path.starts_with(prefix) || !path.ends_with(".html") || path.size() < prefix.size() + 6) return {};
    const auto found = at_root_.find(path.substr(prefix.size(), path.size() - prefix.size() - 5));
    return found == at_root_.end() ? std::nullopt : std::optional(found->second);
  }
  // Which of the pages below a medicine there are.
  bool has(size_t m, size_t k) const {
    constexpr double kShare[] = {0.7, 0.55, 0.5, 0.4};
    return Dice(seed_, kBelow[k], m).chance(kShare[k]);
  }
  // Two substances of which something is known; each pair has one page.
  bool interact(size_t a, size_t b) const {
    return a != b && mix(mix(seed_, std::min(a, b)), std::max(a, b)) % 19 == 0;
  }
  static std::string interaction_path(size_t a, size_t b) {
    return fmt::format("/interactions/{}-with-{}.html", substance_name(std::min(a, b)),
                       substance_name(std::max(a, b)));
  }
  std::string anchor(size_t m, const std::string& query = "") const {
    return link(detail_path(m) + query, medicines_[m].title);
  }
  static std::string substance_link(size_t s) {
    return link("/" + slug_of(substance_name(s)) + ".html", substance_name(s));
  }
  static std::string illness_link(size_t i) {
    return link("/" + slug_of(illness_name(i)) + ".html", illness_name(i));
  }
  std::string question_title(size_t q) const {
    Dice dice(seed_, "question title", q);
    return capital(phrase(dice, kTalk, 5 + dice.below(5))) + "?";
  }
  std::string question_link(size_t q) const {
    return link(fmt::format("/answers/{}.html", q), question_title(q));
  }

  static std::string frame(const std::string& title, const std::string& main) {
    std::string letters;
    for (char c = 'a'; c <= 'z'; ++c)
      if (std::string_view("wxy").find(c) == std::string_view::npos)
        letters += link(fmt::format("/medicines/{}", c), std::string(1, char(c - 32))) + " ";
    return fmt::format(
        "<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>{} - Medbook</title></head><body><div id=\"header\"><div class=\"wrap\">{}"
        "<form action=\"/find\"><input type=\"search\" name=\"q\"></form></div><ul class=\"mainnav\">{}{}{}{}{}{}{}{}</ul><div class=\"letters\">{}</div></div><div id=\"content\" class=\"wrap\">{}</div>"
        "<div id=\"footer\"><ul>{}{}{}</ul><p>This does not replace the advice of a doctor.</p></div></body></html>",
        title, link("/", "Medbook"), item("/medicines/a", "Medicines"), item("/substances/a", "Substances"),
        item("/illnesses/a", "Illnesses"), item("/supplements", "Supplements"), item("/answers", "Answers"),
        item("/pharmacies", "Pharmacies"), item("/companies", "Companies"), item("/news", "News"), letters,
        main, item("/about/0", "About"), item("/about/1", "Terms"), item("/atc", "Groups"));
  }
  std::string home() const {
    Dice dice(seed_, "home");
    std::string out = "<h1>All about medicines</h1><div class=\"cols\"><div><h2>Often looked for</h2><ul>";
    for (int i = 0; i < 6; ++i) out += "<li>" + anchor(dice.below(kMedicines)) + "</li>";
    for (int i = 0; i < 4; ++i) out += "<li>" + substance_link(dice.below(kSubstances)) + "</li>";
    out += "</ul></div><div><h2>Questions</h2><ul>";
    for (int i = 0; i < 8; ++i) out += "<li>" + question_link(dice.below(kQuestions)) + "</li>";
    out += "</ul></div><div><h2>Illnesses</h2><ul>";
    for (int i = 0; i < 8; ++i) out += "<li>" + illness_link(dice.below(kIllnesses)) + "</li>";
    return frame("Home",
                 out + "</ul></div></div>" + link("/pharmacies/duty?date=2024-03-11", "Pharmacies on duty"));
  }
  static std::string box(const std::string& head, const std::string& rows) {
    return rows.empty() ? "" : fmt::format("<div class=\"box\"><h3>{}</h3><ul>{}</ul></div>", head, rows);
  }

  // --- medicines ---
  // What a medicine leads to: substances, maker, group, the pages below it, similar ones, questions.
  std::string around(size_t m) const {
    const Medicine& it = medicines_[m];
    Dice dice(seed_, "around", m);
    std::string tabs = "<ul class=\"tabs\">", rows;
    for (size_t k = 0; k < std::size(kBelow); ++k)
      if (has(m, k))
        tabs += item(fmt::format("/{}{}", kBelow[k], detail_path(m)), capital(std::string(kBelow[k])));
    tabs += "</ul><p class=\"of\">";
    for (const size_t s : it.substances) tabs += substance_link(s) + " ";
    tabs += link(fmt::format("/company/{}", it.maker), maker_name(it.maker)) + " " +
            link(fmt::format("/atc/{}", it.group), group_name(it.group)) + " " + illness_link(it.illness) +
            "</p>";
    for (size_t o = m > 4 ? m - 4 : 0; o < std::min(kMedicines, m + 5); ++o)
      if (o != m && medicines_[o].brand == it.brand) rows += "<li>" + anchor(o) + "</li>";
    std::string out = tabs + box("Other strengths", rows);
    rows.clear();
    const auto& same = by_substance_[it.substances[0]];
    for (size_t i = 0; i < same.size() && i < 6; ++i)
      if (const size_t o = same[(i + m) % same.size()]; medicines_[o].brand != it.brand)
        rows += "<li>" + anchor(o) + "</li>";
    out += box("Similar medicines", rows);
    rows.clear();
    for (const size_t q : it.questions) rows += "<li>" + question_link(q) + "</li>";
    out += box("Questions and answers", rows);
    rows.clear();
    if (dice.chance(0.7))
      for (size_t s = 0; s < kSubstances; ++s)
        if (interact(it.substances[0], s) && dice.chance(0.6))
          rows += item(interaction_path(it.substances[0], s), substance_name(s));
    return out + box("Interactions", rows);
  }
  std::string medicine(size_t m) const {
    const Medicine& it = medicines_[m];
    if (!real_details.empty()) return with_links(real_details[m % real_details.size()], it.title, around(m));
    Dice dice(seed_, "medicine", m);
    std::string out = "<h1>" + it.title + "</h1>";
    if (dice.chance(0.4)) out += fmt::format("<div class=\"pill\"><img src=\"/pill/{}.jpg\"></div>", m);
    if (dice.chance(0.15))
      out += "<div class=\"warn\"><b>Important</b><p>" + prose(dice, kTalk, 1 + dice.below(2)) + "</p></div>";
    out += "<dl class=\"facts\">";
    for (const auto label : kFacts)
      if (dice.chance(0.6))
        out += fmt::format("<dt>{}</dt><dd>{}</dd>", label,
                           label == "Form"   ? it.form
                           : label == "Code" ? fmt::format("{:08}", m * 7919 % 99999989)
                                             : phrase(dice, kTalk, 1 + dice.below(3)));
    out += "</dl>";
    if (dice.chance(0.3)) {
      out += "<ul class=\"icons\">";
      for (const char* icon : {"driving", "alcohol", "pregnancy", "children"})
        if (dice.chance(0.6)) out += fmt::format("<li><img src=\"/{}.svg\"> {}</li>", icon, icon);
      out += "</ul>";
    }
    for (const auto chapter : kChapters)
      if (dice.chance(0.6))
        out += fmt::format("<section><h2>{}</h2>{}</section>", chapter, paragraphs(dice, kTalk, 3));
    if (dice.chance(0.8)) {
      out += "<section><h2>Possible side effects</h2>";
      for (const char* often : {"Very common", "Common", "Uncommon", "Rare", "Unknown"})
        if (dice.chance(0.6)) {
          out += fmt::format("<h4>{}</h4><ul>", often);
          for (uint32_t i = dice.below(8) + 1; i > 0; --i)
            out += "<li>" + phrase(dice, kTalk, 1 + dice.below(3)) + "</li>";
          out += "</ul>";
        }
      out += "</section>";
    }
    out += "<h2>Packs</h2><table class=\"packs\"><tr><th>Pack</th><th>Code</th><th>Price</th></tr>";
    for (uint32_t i = dice.below(5) + 1; i > 0; --i)
      out +=
          fmt::format("<tr><td>{} pieces</td><td>{:07}</td><td>EUR {}.{:02}</td></tr>",
                      i * 10 + dice.below(3) * 20, dice.below(9999999), dice.below(90) + 2, dice.below(100));
    return frame(it.title, out + "</table>" + around(m));
  }
  std::string below(size_t m, size_t k) const {
    Dice dice(seed_, kBelow[k], m + kMedicines);
    const std::string title = capital(std::string(kBelow[k])) + " of " + medicines_[m].title,
                      back = "<p class=\"back\">" + anchor(m) + "</p>";
    if (!real_decoys.empty()) return with_links(real_decoys[(m * 4 + k) % real_decoys.size()], title, back);
    std::string out = "<h1>" + title + "</h1>";
    if (k == 0) {
      out += "<ol class=\"toc\">";
      for (int i = 1; i <= 6; ++i) out += fmt::format("<li><a href=\"#s{}\">{}</a></li>", i, kChapters[i]);
      out += "</ol>";
      for (int i = 1; i <= 6; ++i)
        out += fmt::format("<h2 id=\"s{0}\">{0}. {1}</h2>{2}", i, kChapters[i], paragraphs(dice, kTalk, 6));
    } else if (k == 1) {
      for (const char* organ : {"Blood", "Nerves", "Heart", "Stomach", "Skin", "Kidney"})
        if (dice.chance(0.7))
          out += fmt::format("<h3>{}</h3><p>{}</p><p>{}</p>", organ, prose(dice, kTalk, 2),
                             prose(dice, kTalk, 1));
    } else {
      out += k == 2 ? "<table class=\"doses\">" : "<table class=\"offers\">";
      for (uint32_t i = dice.below(7) + 2; i > 0; --i)
        out += k == 2
                   ? fmt::format("<tr><td>{}</td><td>{} times {}</td></tr>", phrase(dice, kTalk, 2),
                                 dice.below(4) + 1, phrase(dice, kTalk, 2))
                   : fmt::format("<tr><td>{}</td><td>EUR {}.{:02}</td></tr>",
                                 capital(words_of(dice, 1)) + " mail order", dice.below(90), dice.below(100));
      out += "</table><p>" + prose(dice, kTalk, 2) + "</p>";
    }
    return frame(title, back + out);
  }

  // --- what stands beside them ---
  std::string substance(size_t s) const {
    Dice dice(seed_, "substance", s);
    const std::string title = capital(substance_name(s));
    std::string sold, with,
        out = fmt::format(
            "<h1>{}</h1><table class=\"chem\"><tr><td rowspan=6><img src=\"/mol/{}.png\"></td></tr><tr><td>Formula</td><td>C{}H{}N{}O{}</td></tr>",
            title, s, dice.below(30) + 5, dice.below(50) + 5, dice.below(6), dice.below(8));
    for (const char* label : {"CAS", "Molar mass", "Half-life", "Class"})
      if (dice.chance(0.8)) out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", label, dice.below(99999));
    out += "</table>";
    for (const char* part : {"Effect", "Use", "Metabolism", "History", "Warnings"})
      if (dice.chance(0.65)) out += fmt::format("<h2>{}</h2>{}", part, paragraphs(dice, kTalk, 3));
    for (const size_t m : by_substance_[s]) sold += "<li>" + anchor(m) + "</li>";
    for (size_t o = 0; o < kSubstances; ++o)
      if (interact(s, o)) with += item(interaction_path(s, o), substance_name(o));
    const std::string after = box("Medicines with " + title, sold) + box("Interactions", with) +
                              illness_link(dice.below(kIllnesses));
    if (!real_decoys.empty()) return with_links(real_decoys[s % real_decoys.size()], title, after);
    return frame(title, out + after);
  }
  std::string illness(size_t i) const {
    Dice dice(seed_, "illness", i);
    const std::string title = capital(illness_name(i));
    std::string sold, out = "<h1>" + title + "</h1><p class=\"lead\">" + prose(dice, kTalk, 2) + "</p>";
    for (const char* part :
         {"Symptoms", "Causes", "Diagnosis", "Treatment", "Prevention", "Outlook", "What you can do"})
      if (dice.chance(0.75)) out += fmt::format("<h2>{}</h2>{}", part, paragraphs(dice, kTalk, 4));
    for (size_t n = 0; n < by_illness_[i].size() && n < 8; ++n)
      sold += "<li>" + anchor(by_illness_[i][n]) + "</li>";
    std::string near;
    for (size_t o = 1; o < 5; ++o) near += "<li>" + illness_link((i + o * 25) % kIllnesses) + "</li>";
    return frame(title, out + box("Medicines", sold) + box("Related illnesses", near));
  }
  std::string supplement(size_t n) const {
    Dice dice(seed_, "supplement page", n);
    const std::string& title = supplements_[n];
    const std::string back =
        link("/supplements", "All supplements") + " " + illness_link(dice.below(kIllnesses));
    if (!real_decoys.empty()) return with_links(real_decoys[n % real_decoys.size()], title, back);
    std::string out =
        "<h1>" + title +
        "</h1><p class=\"label\">Food supplement</p><img src=\"/s.jpg\"><table class=\"nutrition\"><tr><th></th><th>per portion</th><th>% of need</th></tr>";
    for (const auto nutrient : kNutrients)
      if (dice.chance(0.5))
        out += fmt::format("<tr><td>{}</td><td>{} mg</td><td>{}</td></tr>", nutrient, dice.below(400),
                           dice.below(100));
    return frame(title, out + "</table><h3>Ingredients</h3><p>" + phrase(dice, kTalk, 12) +
                            "</p><h3>How much</h3><p>" + prose(dice, kTalk, 1) + "</p>" + back);
  }
  std::optional<std::string> interaction(const std::string& path) const {
    const size_t with = path.find("-with-");
    if (with == std::string::npos) return {};
    const auto a = root_of("/" + path.substr(14, with - 14) + ".html", "/"),
               b = root_of("/" + path.substr(with + 6), "/");
    if (!a || !b || a->first != kSubstance || b->first != kSubstance || a->second >= b->second ||
        !interact(a->second, b->second))
      return {};
    Dice dice(seed_, path);
    const std::string title = capital(substance_name(a->second)) + " and " + substance_name(b->second);
    std::string out = fmt::format("<h1>Interaction of {}</h1><div class=\"grade g{}\">{}</div><p>{}</p>",
                                  title, dice.below(3), std::string(dice.chance(0.3) ? "Major" : "Moderate"),
                                  prose(dice, kTalk, 2)),
                sold;
    for (const char* part : {"Mechanism", "What to do", "Evidence"})
      if (dice.chance(0.6)) out += fmt::format("<h3>{}</h3>{}", part, paragraphs(dice, kTalk, 2));
    for (const size_t s : {a->second, b->second})
      for (size_t n = 0; n < by_substance_[s].size() && n < 3; ++n)
        sold += "<li>" + anchor(by_substance_[s][n]) + "</li>";
    return frame(title, out + "<p>" + substance_link(a->second) + " " + substance_link(b->second) + "</p>" +
                            box("Medicines concerned", sold));
  }
  std::optional<std::string> letter(const std::string& which, char c, size_t here) const {
    std::vector<std::string> all;
    if (c < 'a' || c > 'z') return {};
    if (which == "medicines")
      for (const size_t m : by_letter_[size_t(c - 'a')])
        all.push_back("<tr><td>" + anchor(m) + "</td><td>" + substance_link(medicines_[m].substances[0]) +
                      "</td></tr>");
    if (which == "substances")
      for (size_t s = 0; s < kSubstances; ++s)
        if (substance_name(s)[0] == c) all.push_back("<tr><td>" + substance_link(s) + "</td></tr>");
    if (which == "illnesses")
      for (size_t i = 0; i < kIllnesses; ++i)
        if (illness_name(i)[0] == c) all.push_back("<tr><td>" + illness_link(i) + "</td></tr>");
    if (here && here * 30 >= all.size()) return {};
    std::string rows, letters;
    for (size_t i = here * 30; i < std::min(all.size(), here * 30 + 30); ++i) rows += all[i];
    if (which != "medicines")
      for (const char o : std::string_view("abcdefghiklmnopqrstv"))
        letters += link(fmt::format("/{}/{}", which, o), std::string(1, o)) + " ";
    return frame(
        fmt::format("{} with {} {}", which, c, here + 1),
        fmt::format("<h1>{} with {}</h1><p>{}</p><table class=\"az\">{}</table><p class=\"pager\">{}</p>",
                    capital(which), c, letters, rows, pager_of((all.size() + 29) / 30, here, [&](size_t n) {
                      return fmt::format("/{}/{}{}", which, c, n ? fmt::format("?page={}", n + 1) : "");
                    })));
  }
  std::string all_supplements() const {
    std::string out = "<h1>Food supplements</h1><ul class=\"three\">";
    for (const std::string& title : supplements_) out += item("/" + slug_of(title) + ".html", title);
    return frame("Supplements", out + "</ul>");
  }
  std::string makers() const {
    std::string out = "<h1>Companies</h1><ul class=\"three\">";
    for (size_t m = 0; m < kMakers; ++m) out += item(fmt::format("/company/{}", m), maker_name(m));
    return frame("Companies", out + "</ul>");
  }
  std::optional<std::string> maker(size_t m, size_t here) const {
    const auto& all = by_maker_[m];
    if (here && here * 10 >= all.size()) return {};
    Dice dice(seed_, "maker", m);
    std::string out =
        fmt::format("<h1>{}</h1><address>{}<br>+49 30 {}</address><p>{}</p><h2>Products</h2><ul>",
                    maker_name(m), capital(words_of(dice, 2)), dice.below(999999), prose(dice, kTalk, 3));
    for (size_t i = here * 10; i < std::min(all.size(), here * 10 + 10); ++i)
      out += "<li>" + anchor(all[i]) + "</li>";
    return frame(fmt::format("{} {}", maker_name(m), here + 1),
                 out + "</ul><p class=\"pager\">" + pager_of((all.size() + 9) / 10, here, [&](size_t n) {
                   return fmt::format("/company/{}{}", m, n ? fmt::format("?page={}", n + 1) : "");
                 }) + "</p>");
  }
  std::string groups() const {
    std::string out = "<h1>Groups</h1><ul class=\"tree\">";
    for (size_t g = 0; g < kGroups; ++g) out += item(fmt::format("/atc/{}", g), group_name(g));
    return frame("Groups", out + "</ul>");
  }
  std::string group(size_t g) const {
    Dice dice(seed_, "group", g);
    std::string out = fmt::format("<h1>Group {}</h1><p>{}</p><ul>", group_name(g), prose(dice, kTalk, 2));
    for (size_t i = 0; i < by_group_[g].size() && i < 25; ++i)
      out += "<li>" + anchor(by_group_[g][i]) + "</li>";
    return frame("Group " + group_name(g), out + "</ul>");
  }
  std::optional<std::string> answers(size_t here) const {
    if (here * 20 >= kQuestions) return {};
    std::string out = "<h1>Questions and answers</h1><ul class=\"asked\">";
    for (size_t q = here * 20; q < here * 20 + 20; ++q) out += "<li>" + question_link(q) + "</li>";
    return frame(fmt::format("Answers {}", here + 1),
                 out + "</ul><p class=\"pager\">" + pager_of(kQuestions / 20, here, [](size_t n) {
                   return n ? fmt::format("/answers?page={}", n + 1) : std::string("/answers");
                 }) + "</p>");
  }
  std::string question(size_t q) const {
    Dice dice(seed_, "question", q);
    std::string out = "<h1>" + question_title(q) + "</h1><div class=\"question\"><p>" +
                      prose(dice, kTalk, 1 + dice.below(4)) + "</p></div>";
    for (uint32_t i = dice.below(dice.chance(0.2) ? 12 : 4); i > 0; --i)
      out += fmt::format("<div class=\"answer\"><b>{}</b> <span>{} votes</span><p>{}</p></div>",
                         capital(words_of(dice, 1)), dice.below(60), prose(dice, kTalk, 1 + dice.below(5)));
    out += "<p class=\"about\">About: " +
           (asked_[q] ? anchor(*asked_[q], "?src=answers") : illness_link(dice.below(kIllnesses)));
    if (dice.chance(0.2)) out += ", " + substance_link(dice.below(kSubstances));
    if (dice.chance(0.04))
      out +=
          ", " + link(fmt::format("/{}-{}-mg-tablets.html", words_of(dice, 1), dice.below(900)), "withdrawn");
    out += "</p>";
    std::string near;
    for (size_t i = 1; i < 5; ++i) near += "<li>" + question_link((q + i * i * 31) % kQuestions) + "</li>";
    return frame(question_title(q), out + box("Related questions", near));
  }
  std::string towns() const {
    std::string out = "<h1>Pharmacies</h1><ul class=\"three\">";
    for (size_t t = 0; t < kTowns; ++t) out += item("/pharmacies/" + town_name(t), capital(town_name(t)));
    return frame("Pharmacies", out + "</ul>" + link("/pharmacies/duty?date=2024-03-11", "On duty"));
  }
  std::optional<std::string> town_or_pharmacy(const std::string& rest) const {
    for (size_t t = 0; t < kTowns; ++t) {
      if (rest != town_name(t)) continue;
      std::string out = "<h1>Pharmacies in " + capital(town_name(t)) + "</h1><table class=\"shops\">";
      for (size_t p = t; p < kPharmacies; p += kTowns)
        out += fmt::format("<tr><td>{}</td><td>{}</td></tr>",
                           link(pharmacy_path(p), capital(std::string(kWords[p / kTowns])) + " pharmacy"),
                           p % 9 + 1);
      return frame("Pharmacies in " + town_name(t), out + "</table>");
    }
    const auto p = number_in(rest.substr(rest.rfind('-') + 1), "");
    if (!p || *p >= kPharmacies || pharmacy_path(*p) != "/pharmacies/" + rest) return {};
    Dice dice(seed_, "pharmacy", *p);
    const std::string title = fmt::format("{} pharmacy, {}", capital(std::string(kWords[*p / kTowns])),
                                          capital(town_name(*p % kTowns)));
    std::string out =
        fmt::format("<h1>{}</h1><address>{} {}<br>{}</address><table class=\"hours\">", title,
                    capital(words_of(dice, 1)) + " street", dice.below(90) + 1, dice.below(9999999));
    for (const char* day : {"Mo", "Tu", "We", "Th", "Fr", "Sa"})
      out += fmt::format("<tr><td>{}</td><td>{}-{}</td></tr>", day, dice.below(3) + 7, dice.below(4) + 16);
    out += "</table>";
    if (dice.chance(0.5))
      out += "<h3>Services</h3><ul><li>" + phrase(dice, kTalk, 2) + "</li><li>" + phrase(dice, kTalk, 2) +
             "</li></ul>";
    return frame(title,
                 out + "<p>" + link("/pharmacies/" + town_name(*p % kTowns), "All of this town") + "</p>");
  }
  std::optional<std::string> duty(const std::string& date) const {
    const auto day = day_of(date);
    if (!day) return {};
    Dice dice(seed_, "duty", uint64_t(*day));
    std::string rows, days;
    for (size_t t = dice.below(4); t < kTowns; t += 4) {
      const size_t p = t + dice.below(kPharmacies / kTowns) * kTowns;
      rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>", capital(town_name(t)),
                          link(pharmacy_path(p), capital(std::string(kWords[p / kTowns])) + " pharmacy"));
    }
    for (const long d : {*day - 7, *day - 1, *day + 1, *day + 7})
      days += link("/pharmacies/duty?date=" + date_of(d, '-'), date_of(d, '.')) + " ";
    return frame("On duty " + date, "<h1>On duty on " + date + "</h1><p>" + days +
                                        "</p><table class=\"shops\">" + rows + "</table>");
  }
  std::string news_title(size_t n) const {
    Dice dice(seed_, "news title", n);
    return capital(phrase(dice, kTalk, 6));
  }
  std::optional<std::string> news_list(size_t here) const {
    if (here * 15 >= kNews) return {};
    std::string out = "<h1>News</h1>";
    for (size_t n = here * 15; n < here * 15 + 15; ++n)
      out +=
          "<div class=\"teaser\"><h3>" + link(fmt::format("/news/{}.html", n), news_title(n)) + "</h3></div>";
    return frame(fmt::format("News {}", here + 1),
                 out + "<p class=\"pager\">" + pager_of(kNews / 15, here, [](size_t n) {
                   return n ? fmt::format("/news?page={}", n + 1) : std::string("/news");
                 }) + "</p>");
  }
  std::string news(size_t n) const {
    Dice dice(seed_, "news", n);
    std::string out =
        fmt::format("<h1>{}</h1><p class=\"date\">{}.{}.20{}</p><p class=\"lead\">{}</p>", news_title(n),
                    dice.below(28) + 1, dice.below(12) + 1, dice.below(10) + 14, prose(dice, kTalk, 2)) +
        paragraphs(dice, kTalk, 7);
    if (dice.chance(0.5))
      out += "<p>More on " +
             (dice.chance(0.5)   ? anchor(dice.below(kMedicines), "?src=news")
              : dice.chance(0.5) ? substance_link(dice.below(kSubstances))
                                 : illness_link(dice.below(kIllnesses))) +
             "</p>";
    std::string near;
    for (size_t i = 1; i < 5; ++i)
      near += item(fmt::format("/news/{}.html", (n + i * 13) % kNews), news_title((n + i * 13) % kNews));
    return frame(news_title(n), out + box("More news", near));
  }
  std::string about(size_t n) const {
    Dice dice(seed_, "about", n);
    return frame(fmt::format("About {}", n), "<h1>" + capital(words_of(dice, 2)) + "</h1>" +
                                                 paragraphs(dice, kTalk, 6) +
                                                 link(fmt::format("/about/{}", (n + 1) % 10), "More"));
  }

  uint64_t seed_;
  std::vector<Medicine> medicines_;
  std::vector<std::vector<size_t>> by_substance_, by_maker_, by_group_, by_illness_, by_letter_;
  std::vector<std::string> supplements_;
  std::vector<std::optional<size_t>> asked_;
  std::map<std::string, std::pair<Kind, size_t>> at_root_;
};

}  // namespace

std::unique_ptr<MadeSite> leaflets_site(uint64_t seed) { return std::make_unique<Leaflets>(seed); }

}  // namespace bench
