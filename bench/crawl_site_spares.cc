// A made-up site that is strictly held out: a shop for spare parts of machines. See crawl_site.h. Wanted are
// the pages of parts (/vogel/v-210/hydraulics/seals/o-ring-kit-vo-10482.html), those in stock and those that
// are not. A part that fits several models has an address below each of them, and one of these is its own.
// Numbers that were replaced have the same kind of address and only say by what. Near parts are exploded
// drawings, whose links carry a session, accessories and used machines, which are sold too, chapters of
// manuals, questions and the basket. Ways: make, model, assembly and group; kinds of parts with filters; an
// index of numbers; a search; drawings; parts that are bought together.
#include <map>
#include <set>
#include <vector>

#include "bench/crawl_site.h"
#include "bench/crawl_site_prose.h"

namespace bench {
namespace {

class Spares : public MadeSite {
 public:
  explicit Spares(uint64_t seed)
      : seed_(seed), of_group_(kModels * kGroups), of_kind_(kKinds), of_make_(kMakes) {
    for (size_t p = 0; p < kAll; ++p) {
      Dice dice(seed_, "part", p);
      Part it{dice.below(kKinds), dice.below(90000) + 200, dice.chance(0.25), {}, 0};
      if (p >= kParts) it.now = dice.below(kParts);
      if (p >= kParts) it.kind = parts_[it.now].kind;
      // Most parts fit one or two models of a make, some are found in machines of all makes.
      const size_t make = p < kParts ? dice.below(kMakes) : parts_[it.now].models[0] / kOfMake;
      std::set<size_t> models;
      for (uint32_t i = p < kParts && dice.chance(0.55) ? dice.below(3) + 2 : 1; i > 0; --i)
        models.insert(dice.chance(0.85) || i == 1 ? make * kOfMake + dice.below(kOfMake)
                                                  : dice.below(kModels));
      it.models.assign(models.begin(), models.end());
      parts_.push_back(it);
      by_number_[number_of(p)] = p;
      for (const size_t m : it.models) of_group_[m * kGroups + it.kind % kGroups].push_back(p);
      of_make_[it.models[0] / kOfMake].push_back(p);
      if (p < kParts) of_kind_[it.kind].push_back(p);
    }
  }
  std::string name() const override { return "spares"; }
  bool held_out() const override { return true; }
  size_t details() const override { return kParts; }
  std::string detail_path(size_t n) const override { return part_path(n, parts_[n].models[0]); }
  std::optional<size_t> detail_of(const std::string& target) const override {
    const auto found = part_at(path_of(target));
    return found && found->first < kParts ? std::optional(found->first) : std::nullopt;
  }
  std::optional<std::string> page(const std::string& target) const override {
    auto out = made(target);
    if (const auto found = part_at(path_of(target)); out && found)
      name_address(*out, part_path(found->first, parts_[found->first].models[0]));
    return out;
  }

 private:
  std::optional<std::string> made(const std::string& target) const {
    const std::string path = path_of(target);
    const size_t here = page_asked(target);
    if (path == "/") return home();
    if (const auto found = part_at(path)) return part(found->first, found->second);
    if (path.starts_with("/parts/")) return kind_list(path, target);
    if (path == "/search") return search(parameter(target, "q"), here);
    if (path.starts_with("/numbers/")) return numbers(path, here);
    if (path == "/basket" || path == "/ask")
      return form(path, parameter(target, path == "/ask" ? "part" : "add"));
    if (path.starts_with("/drawings/")) return drawing(path);
    if (path == "/manuals/" || path.starts_with("/manuals/")) return manuals(path);
    if (path == "/accessories/" || path == "/used/") return goods_list(path, here);
    if (path.starts_with("/accessories/")) return accessory(path);
    if (path.starts_with("/used/")) return machine(path);
    if (path == "/forum/") return titles(path, kThreads, here, "threads", "thread");
    if (const auto n = number_in(path, "/forum/t", ".html"); n && *n < kThreads) return thread(*n);
    if (const auto n = number_in(path, "/forum/user", ".html"); n && *n < kUsers) return forum_user(*n);
    if (path == "/guides/") return titles(path, kGuides, here, "guides", "guide");
    if (const auto n = number_in(path, "/guides/", ".html"); n && *n < kGuides) return guide(*n);
    if (path == "/dealers/") return titles(path, kDealers, here, "dealers", "dealer");
    if (const auto n = number_in(path, "/dealers/", ".html"); n && *n < kDealers) return dealer(*n);
    if (const auto n = number_in(path, "/info/", ".html"); n && *n < 12) return info(*n);
    return folder(path, target);
  }

  static constexpr size_t kParts = 1050, kAll = 1430, kMakes = 9, kOfMake = 4, kModels = kMakes * kOfMake,
                          kAssemblies = 6, kGroups = 12, kKinds = 36, kManuals = 4, kChapters = 10,
                          kAccessories = 220, kMachines = 300, kThreads = 700, kUsers = 160, kGuides = 220,
                          kDealers = 140;
  struct Part {
    size_t kind, cents;
    bool missing;  // not in stock
    std::vector<size_t> models;
    size_t now;  // of a number that was replaced: the part it is today
  };
  static constexpr std::string_view kMakeNames[] = {"Vogel",  "Brandt", "Tarn",  "Kubik",    "Ostra",
                                                    "Hallam", "Denz",   "Marek", "Lindqvist"};
  static constexpr std::string_view kMarks[] = {"vo", "br", "ta", "ku", "os", "ha", "de", "ma", "li"};
  static constexpr std::string_view kAssemblyNames[] = {"Engine",    "Hydraulics", "Chassis",
                                                        "Electrics", "Cab",        "Drive train"};
  static constexpr std::string_view kGroupNames[] = {"Filters", "Seals",    "Bearings",    "Sensors",
                                                     "Glass",   "Shafts",   "Fuel system", "Pumps",
                                                     "Tracks",  "Lighting", "Seats",       "Clutch"};
  static constexpr std::string_view kKindNames[] = {
      "Oil filter",   "O-ring kit",      "Wheel bearing",  "Pressure sensor",
      "Windscreen",   "Drive shaft",     "Injector",       "Gear pump",
      "Track chain",  "Work lamp",       "Driver seat",    "Clutch disc",
      "Air filter",   "Rod seal",        "Pivot pin",      "Temperature sensor",
      "Door glass",   "Universal joint", "Fuel pump",      "Hydraulic pump",
      "Idler wheel",  "Fuse box",        "Arm rest",       "Pressure plate",
      "Cabin filter", "Gasket",          "Needle bearing", "Level sensor",
      "Rear window",  "Coupling",        "Fuel hose",      "Valve block",
      "Track roller", "Beacon",          "Seat belt",      "Release bearing"};
  static constexpr std::string_view kManualNames[] = {"operator", "workshop", "parts-catalogue", "wiring"};
  static constexpr std::string_view kGoods[] = {"Work gloves", "Engine oil",  "Tool kit", "Grease gun",
                                                "Cap",         "Model truck", "Overalls", "Paint",
                                                "Jack",        "Lamp"};
  static constexpr std::string_view kFacts[] = {"Weight",   "Length",      "Outer diameter", "Inner diameter",
                                                "Material", "Thread",      "Voltage",        "Pressure",
                                                "Unit",     "Customs code"};
  static constexpr std::string_view kTalk[] = {
      "the",     "part",     "fits",     "with",   "and",    "for",      "machine", "before",    "after",
      "serial",  "number",   "replace",  "every",  "hours",  "torque",   "bolt",    "screw",     "seal",
      "oil",     "leak",     "check",    "clean",  "remove", "install",  "housing", "original",  "quality",
      "steel",   "rubber",   "delivery", "days",   "order",  "workshop", "tool",    "press",     "bearing",
      "shaft",   "wear",     "noise",    "pump",   "filter", "hose",     "clamp",   "connector", "cable",
      "voltage", "engine",   "cylinder", "track",  "bucket", "arm",      "cab",     "seat",      "belt",
      "lever",   "pressure", "valve",    "return", "tank",   "level"};

  // --- names and addresses ---
  std::string number_of(size_t p) const {
    return fmt::format("{}-{}", kMarks[parts_[p].models[0] / kOfMake],
                       10000 + (p * 7919 + seed_ % 1000 * 13) % 90001);
  }
  static std::string model_name(size_t m) {
    return fmt::format("{} {}-{}", kMakeNames[m / kOfMake], kMakeNames[m / kOfMake].substr(0, 1),
                       110 + m % kOfMake * 100 + m / kOfMake * 10);
  }
  static std::string make_path(size_t make) { return fmt::format("/{}/", slug_of(kMakeNames[make])); }
  static std::string model_path(size_t m) {
    const std::string slug = slug_of(model_name(m));
    return make_path(m / kOfMake) + slug.substr(slug.find('-') + 1) + "/";
  }
  static std::string assembly_path(size_t m, size_t a) {
    return model_path(m) + slug_of(kAssemblyNames[a]) + "/";
  }
  // The groups of an assembly are those whose number leaves the same rest.
  static std::string group_path(size_t m, size_t g) {
    return assembly_path(m, g % kAssemblies) + slug_of(kGroupNames[g]) + "/";
  }
  std::string part_name(size_t p) const { return std::string(kKindNames[parts_[p].kind]); }
  std::string part_path(size_t p, size_t m) const {
    return fmt::format("{}{}-{}.html", group_path(m, parts_[p].kind % kGroups), slug_of(part_name(p)),
                       number_of(p));
  }
  // The part and the model of an address.
  std::optional<std::pair<size_t, size_t>> part_at(const std::string& path) const {
    if (!path.ends_with(".html")) return {};
    const std::string stem = path.substr(0, path.size() - 5);
    const size_t dash = stem.rfind('-');
    if (dash == std::string::npos || dash < 3) return {};
    const auto found = by_number_.find(stem.substr(dash - 2));
    if (found == by_number_.end()) return {};
    for (const size_t m : parts_[found->second].models)
      if (part_path(found->second, m) == path) return std::pair(found->second, m);
    return {};
  }
  static std::string upper(std::string text) {
    for (char& c : text) c = char(std::toupper(static_cast<unsigned char>(c)));
    return text;
  }
  std::string title_of(size_t p) const { return part_name(p) + " " + upper(number_of(p)); }
  std::string session(std::string_view what, size_t n) const {
    return fmt::format("{:016x}", mix(mix(seed_, gleaner::stable_hash(what)), n));
  }
  static std::string drawing_path(size_t at) { return fmt::format("/drawings/d{:04}.html", 1000 + at * 3); }
  static std::string money(size_t cents) { return fmt::format("{}.{:02} EUR", cents / 100, cents % 100); }

  // --- parts of pages ---
  static std::string frame(const std::string& title, const std::string& crumbs, const std::string& main) {
    std::string makes, kinds;
    for (size_t m = 0; m < kMakes; ++m) makes += "<br />" + link(make_path(m), std::string(kMakeNames[m]));
    for (size_t k = 0; k < kKinds; k += 5) kinds += "<br />" + link(kind_path(k), std::string(kKindNames[k]));
    return fmt::format(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\"><html><head><title>{0} - Parts Depot</title></head><body><div id=\"bodyWrapper\" class=\"container_24\"><div id=\"header\" class=\"grid_24\"><a href=\"/\"><img src=\"/images/logo.png\" alt=\"\" /></a><div id=\"headerShortcuts\">{1} {2} {3}</div></div>"
        "<div class=\"breadcrumb\">{4}</div><div id=\"bodyContent\" class=\"grid_16 push_4\">{5}</div><div id=\"columnLeft\" class=\"grid_4 pull_16\"><div class=\"infoBoxContainer\"><div class=\"infoBoxHeading\">Makes</div><div class=\"infoBoxContents\">{6}</div></div><div class=\"infoBoxContainer\"><div class=\"infoBoxHeading\">Parts</div><div class=\"infoBoxContents\">{7}</div></div>"
        "<div class=\"infoBoxContainer\"><div class=\"infoBoxHeading\">Service</div><div class=\"infoBoxContents\">{8}<br />{9}<br />{10}<br />{11}<br />{12}</div></div></div><div id=\"footer\" class=\"grid_24\"><p>{13} {14} {15}</p></div></div></body></html>",
        title, link("/accessories/", "Accessories"), link("/used/", "Used machines"),
        link("/info/0.html", "Account"), crumbs, main, makes, kinds, link("/manuals/", "Manuals"),
        link("/numbers/vogel/", "Part numbers"), link("/forum/", "Forum"), link("/guides/", "Guides"),
        link("/dealers/", "Dealers"), link("/info/1.html", "Shipping"), link("/info/2.html", "Terms"),
        link("/info/3.html", "Privacy"));
  }
  static std::string crumbs_to(size_t m, size_t g) {
    return fmt::format("{} » {} » {} » {}",
                       link(make_path(m / kOfMake), std::string(kMakeNames[m / kOfMake])),
                       link(model_path(m), model_name(m)),
                       link(assembly_path(m, g % kAssemblies), std::string(kAssemblyNames[g % kAssemblies])),
                       link(group_path(m, g), std::string(kGroupNames[g])));
  }
  static std::string listing(const std::string& rows) {
    return "<table class=\"productListingData\" width=\"100%\">" + rows + "</table>";
  }
  std::string row(size_t p, size_t m) const {
    const Part& it = parts_[p];
    return fmt::format(
        "<tr class=\"productListing-{}\"><td><a href=\"{}\"><img src=\"/images/p/{}_s.jpg\" alt=\"\" /></a></td><td>{}</td><td>{}</td><td align=\"right\">{}</td></tr>",
        p % 2 ? "odd" : "even", part_path(p, m), p, link(part_path(p, m), part_name(p)), upper(number_of(p)),
        p >= kParts  ? "replaced"
        : it.missing ? "not in stock"
                     : money(it.cents));
  }
  std::string own_row(size_t p) const { return row(p, parts_[p].models[0]); }
  static std::string pager(size_t pages, size_t here, const std::string& root) {
    return "<div class=\"pageResults\">" + paged(pages, here, root) + "</div>";
  }
  std::string home() const {
    Dice dice(seed_, "home");
    std::string rows, kinds, asked;
    for (int i = 0; i < 6; ++i) rows += own_row(dice.below(kParts));
    for (size_t k = 0; k < kKinds; ++k) kinds += link(kind_path(k), std::string(kKindNames[k])) + " ";
    for (size_t k = 1; k < kKinds; k += 4)
      asked += link("/search?q=" + slug_of(kKindNames[k]), slug_of(kKindNames[k])) + " ";
    return frame("Spare parts", "Home",
                 "<h1>Spare parts for machines</h1><h2>New</h2>" + listing(rows) +
                     "<h2>Parts by kind</h2><p>" + kinds + "</p><h2>Often searched</h2><p>" + asked + "</p>");
  }

  // --- make, model, assembly, group ---
  std::optional<std::string> folder(const std::string& path, const std::string& target) const {
    for (size_t m = 0; m < kModels; ++m) {
      if (m % kOfMake == 0 && path == make_path(m / kOfMake)) return make_page(m / kOfMake);
      if (!path.starts_with(model_path(m))) continue;
      if (path == model_path(m)) return model_page(m);
      for (size_t a = 0; a < kAssemblies; ++a)
        if (path == assembly_path(m, a)) return assembly_page(m, a);
      for (size_t g = 0; g < kGroups; ++g)
        if (path == group_path(m, g)) return group_page(m, g, target);
    }
    return {};
  }
  std::string make_page(size_t make) const {
    Dice dice(seed_, "make", make);
    std::string rows;
    for (size_t m = make * kOfMake; m < (make + 1) * kOfMake; ++m)
      rows += fmt::format("<td align=\"center\"><img src=\"/images/m{}.jpg\" alt=\"\" /><br />{}</td>", m,
                          link(model_path(m), model_name(m)));
    return frame(
        std::string(kMakeNames[make]), link("/", "Home"),
        fmt::format("<h1>{}</h1><p>{}</p><table><tr>{}</tr></table><p>{}</p>", kMakeNames[make],
                    prose(dice, kTalk, 2), rows,
                    link(fmt::format("/numbers/{}/", slug_of(kMakeNames[make])), "All part numbers")));
  }
  std::string model_page(size_t m) const {
    Dice dice(seed_, "model", m);
    std::string rows, books;
    for (size_t a = 0; a < kAssemblies; ++a)
      rows += fmt::format("<td align=\"center\"><img src=\"/images/a{}.jpg\" alt=\"\" /><br />{}</td>", a,
                          link(assembly_path(m, a), std::string(kAssemblyNames[a])));
    for (size_t k = 0; k < kManuals; ++k)
      books += item(manual_path(m, k), capital(std::string(kManualNames[k])));
    return frame("Parts for " + model_name(m),
                 link(make_path(m / kOfMake), std::string(kMakeNames[m / kOfMake])),
                 "<h1>" + model_name(m) + "</h1><p>" + prose(dice, kTalk, 2) + "</p><table><tr>" + rows +
                     "</tr></table><h2>Manuals</h2><ul>" + books + "</ul>");
  }
  std::string assembly_page(size_t m, size_t a) const {
    std::string rows;
    for (size_t g = a; g < kGroups; g += kAssemblies)
      rows += fmt::format("<li>{} ({}) {}</li>", link(group_path(m, g), std::string(kGroupNames[g])),
                          of_group_[m * kGroups + g].size(), link(drawing_path(m * kGroups + g), "Drawing"));
    const std::string title = fmt::format("{} of {}", kAssemblyNames[a], model_name(m));
    return frame(title, link(model_path(m), model_name(m)),
                 "<h1>" + title + "</h1><ul class=\"categories\">" + rows + "</ul>");
  }
  std::optional<std::string> group_page(size_t m, size_t g, const std::string& target) const {
    const std::string sort = parameter(target, "sort"), stock = parameter(target, "stock");
    auto all = of_group_[m * kGroups + g];
    if (stock == "1") std::erase_if(all, [&](size_t p) { return p >= kParts || parts_[p].missing; });
    if (sort == "price") std::ranges::stable_sort(all, {}, [&](size_t p) { return parts_[p].cents; });
    const size_t here = page_asked(target);
    const auto slice = slice_of(all.size(), here, 10);
    if (!slice) return {};
    std::string rows;
    for (size_t i = slice->from; i < slice->to; ++i) rows += row(all[i], m);
    const std::string root = group_path(m, g),
                      title = fmt::format("{} for {}", kGroupNames[g], model_name(m));
    const std::string here_at = root + (sort == "price" ? "?sort=price" : stock == "1" ? "?stock=1" : "");
    return frame(fmt::format("{} {} {} {}", title, sort, stock, here + 1), crumbs_to(m, g),
                 fmt::format("<h1>{}</h1><div class=\"sorting\">{} {} {}</div>", title,
                             link(root + "?sort=price", "by price"), link(root + "?stock=1", "in stock"),
                             link(drawing_path(m * kGroups + g), "Exploded drawing")) +
                     (rows.empty() ? "<p>No parts.</p>" : listing(rows)) +
                     pager(slice->pages, here, here_at));
  }

  // --- kinds, numbers, search ---
  static std::string kind_path(size_t k) { return fmt::format("/parts/{}/", slug_of(kKindNames[k])); }
  std::optional<std::string> kind_list(const std::string& path, const std::string& target) const {
    for (size_t k = 0; k < kKinds; ++k) {
      if (path != kind_path(k)) continue;
      const std::string make = parameter(target, "make"), stock = parameter(target, "stock"),
                        sort = parameter(target, "sort");
      auto all = of_kind_[k];
      std::erase_if(all, [&](size_t p) {
        return (stock == "1" && parts_[p].missing) ||
               (!make.empty() && slug_of(kMakeNames[parts_[p].models[0] / kOfMake]) != make);
      });
      if (sort == "price") std::ranges::stable_sort(all, {}, [&](size_t p) { return parts_[p].cents; });
      const size_t here = page_asked(target);
      const auto slice = slice_of(all.size(), here, 15);
      if (all.empty() || !slice) return {};
      const auto address = [&](const std::string& of, const std::string& in, const std::string& by) {
        return path + query_of({{"make", of}, {"stock", in}, {"sort", by}});
      };
      std::string rows, filters;
      std::set<size_t> makes;
      for (size_t i = slice->from; i < slice->to; ++i) rows += own_row(all[i]);
      for (const size_t p : all) makes.insert(parts_[p].models[0] / kOfMake);
      if (make.empty())
        for (const size_t one : makes)
          filters += link(address(slug_of(kMakeNames[one]), "", sort), std::string(kMakeNames[one])) + " ";
      if (stock.empty() && make.empty()) filters += link(address(make, "1", sort), "in stock") + " ";
      if (sort.empty()) filters += link(address(make, stock, "price"), "by price");
      return frame(fmt::format("{} {} {} {} {}", kKindNames[k], make, stock, sort, here + 1),
                   link("/", "Home"),
                   fmt::format("<h1>{}</h1><div class=\"filter\">{}</div>", kKindNames[k], filters) +
                       listing(rows) + pager(slice->pages, here, address(make, stock, sort)));
    }
    return {};
  }
  std::optional<std::string> numbers(const std::string& path, size_t here) const {
    for (size_t make = 0; make < kMakes; ++make) {
      const std::string root = fmt::format("/numbers/{}/", slug_of(kMakeNames[make]));
      if (path != root) continue;
      auto all = of_make_[make];
      std::ranges::sort(all, {}, [&](size_t p) { return number_of(p); });
      const auto slice = slice_of(all.size(), here, 40);
      if (!slice) return {};
      std::string rows, makes;
      for (size_t i = slice->from; i < slice->to; ++i)
        rows += "<td>" + link(part_path(all[i], parts_[all[i]].models[0]), upper(number_of(all[i]))) +
                "</td>" + (i % 5 == 4 ? "</tr><tr>" : "");
      for (const auto other : kMakeNames)
        makes += link(fmt::format("/numbers/{}/", slug_of(other)), std::string(other)) + " ";
      return frame(
          fmt::format("Part numbers of {} {}", kMakeNames[make], here + 1), link("/", "Home"),
          fmt::format("<h1>Part numbers: {}</h1><p>{}</p><table class=\"numbers\"><tr>{}</tr></table>",
                      kMakeNames[make], makes, rows) +
              pager(slice->pages, here, root));
    }
    return {};
  }
  // Finds whatever is sold and written under a kind of part.
  std::optional<std::string> search(const std::string& words, size_t here) const {
    for (size_t k = 0; k < kKinds; ++k) {
      if (slug_of(kKindNames[k]) != words) continue;
      std::vector<std::string> hits;
      for (size_t p = 0; p < kAll; ++p)
        if (parts_[p].kind == k) hits.push_back(own_row(p));
      for (size_t n = k; n < kGuides; n += kKinds)
        hits.push_back(fmt::format("<tr><td colspan=\"4\">{}</td></tr>",
                                   link(fmt::format("/guides/{}.html", n), headline("guide", n))));
      for (size_t n = k; n < kThreads; n += kKinds)
        hits.push_back(fmt::format("<tr><td colspan=\"4\">{}</td></tr>",
                                   link(fmt::format("/forum/t{}.html", n), headline("thread", n))));
      const auto slice = slice_of(hits.size(), here, 20);
      if (!slice) return {};
      std::string rows;
      for (size_t i = slice->from; i < slice->to; ++i) rows += hits[i];
      return frame(fmt::format("Search {} {}", words, here + 1), link("/", "Home"),
                   "<h1>Found for " + words + "</h1>" + listing(rows) +
                       pager(slice->pages, here, "/search?q=" + words));
    }
    return {};
  }

  // --- parts ---
  std::string around(size_t p, size_t m) const {
    const Part& it = parts_[p];
    const size_t g = it.kind % kGroups;
    Dice dice(seed_, "around", p);
    std::string fits, out, with;
    for (const size_t other : it.models)
      fits += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                          link(model_path(other), model_name(other)),
                          link(part_path(p, other), "Part in this machine"),
                          link(drawing_path(other * kGroups + g), "Drawing"));
    out += "<h2>Fits</h2><table class=\"fits\">" + fits + "</table>";
    if (p < kParts && dice.chance(0.65)) {
      const auto& near = of_group_[m * kGroups + (g + kAssemblies * dice.below(2)) % kGroups];
      for (uint32_t i = near.empty() ? 0 : dice.below(5) + 1; i > 0; --i) {
        const bool here = dice.chance(0.8);
        const size_t other = here ? near[dice.below(uint32_t(near.size()))] : dice.below(kParts);
        if (other != p) with += here ? row(other, m) : own_row(other);
      }
      if (!with.empty()) out += "<h2>Often bought together</h2>" + listing(with);
    }
    if (dice.chance(0.01))
      out += link(
          fmt::format("{}{}-{}-99999.html", group_path(m, g), slug_of(part_name(p)), kMarks[m / kOfMake]),
          "Repair kit");
    if (dice.chance(0.15))
      out += "<p>" + link(fmt::format("/forum/t{}.html", dice.below(kThreads)), "Talked about in the forum") +
             "</p>";
    if (p < kParts && (it.missing || mix(seed_ + 2, p) % 3 == 0))
      out += "<p>" + link("/ask?part=" + number_of(p), "Ask about this part") + "</p>";
    return out;
  }
  std::string part(size_t p, size_t m) const {
    const size_t g = parts_[p].kind % kGroups;
    const auto& real = p < kParts ? real_details : real_decoys;
    if (!real.empty()) return with_links(real[p % real.size()], title_of(p), crumbs_to(m, g) + around(p, m));
    return frame(fmt::format("{} for {}", title_of(p), model_name(m)), crumbs_to(m, g),
                 (p < kParts ? sold(p) : replaced(p)) + around(p, m));
  }
  std::string sold(size_t p) const {
    const Part& it = parts_[p];
    Dice dice(seed_, "part page", p);
    std::string out = fmt::format(
        "<form name=\"cart_quantity\" method=\"post\"><div class=\"productHead\"><h1 class=\"price\">{}</h1><h1>{}<br /><span class=\"smallText\">[{}]</span></h1></div><div class=\"contentContainer\"><div class=\"contentText\"><div id=\"piGal\"><img src=\"/images/p/{}.jpg\" alt=\"\" />",
        it.missing ? "" : money(it.cents), part_name(p), upper(number_of(p)), p);
    for (uint32_t i = dice.chance(0.4) ? dice.below(4) + 1 : 0; i > 0; --i)
      out += "<img class=\"more\" src=\"/images/p/more.jpg\" alt=\"\" />";
    out += "</div>" + (dice.chance(0.85) ? paragraphs(dice, kTalk, 3) : "");
    if (dice.chance(0.8)) {
      out += "<table class=\"attributes\">";
      for (const auto fact : kFacts)
        if (dice.chance(0.5))
          out += fmt::format("<tr><td>{}</td><td>{} {}</td></tr>", fact, dice.below(900), pick(dice, kTalk));
      out += "</table>";
    }
    if (dice.chance(0.3)) {
      out += "<p>Options:</p><p><select name=\"side\">";
      for (uint32_t i = dice.below(4) + 2; i > 0; --i)
        out += "<option>" + phrase(dice, kTalk, 1) + "</option>";
      out += "</select></p>";
    }
    if (dice.chance(0.35)) {
      out += "<p>Also known as:</p><ul class=\"oem\">";
      for (uint32_t i = dice.below(6) + 1; i > 0; --i)
        out += fmt::format("<li>{}-{}</li>", upper(std::string(pick(dice, kMarks))), dice.below(90000));
      out += "</ul>";
    }
    out += "</div>";
    if (it.missing)
      out +=
          "<div class=\"messageStack\"><p>Not in stock at present.</p><input name=\"mail\" /><button>Tell me when it is back</button></div>";
    else
      out += fmt::format(
          "<div class=\"buttonSet\"><input name=\"n\" size=\"3\" value=\"1\" />{}<span class=\"stock\">{} in stock</span></div>",
          link(fmt::format("/basket?add={}&amp;sid={}", number_of(p), session("basket", p)),
               "Into the basket"),
          dice.below(40) + 1);
    out += "</div></form>";
    if (dice.chance(0.25)) {
      out += "<h2>Reviews</h2>";
      for (uint32_t i = dice.below(6) + 1; i > 0; --i)
        out += fmt::format("<div class=\"review\"><strong>{}</strong><p>{}</p></div>", full_name(dice),
                           prose(dice, kTalk, 1 + dice.below(2)));
    }
    return out;
  }
  std::string replaced(size_t p) const {
    const size_t now = parts_[p].now;
    return fmt::format(
        "<h1>{}</h1><div class=\"messageStack\"><p>This number is no longer delivered. It was replaced by {}.</p></div><p>{}</p>",
        title_of(p), link(part_path(now, parts_[now].models[0]), upper(number_of(now))),
        link("/info/4.html", "What does that mean?"));
  }
  std::optional<std::string> form(const std::string& path, const std::string& number) const {
    const auto found = by_number_.find(number);
    if (found == by_number_.end()) return {};
    if (path == "/ask")
      return frame("Question about " + title_of(found->second), link("/", "Home"),
                   "<h1>Ask about a part</h1>" + listing(own_row(found->second)) +
                       "<form><textarea></textarea><input name=\"mail\" /></form>");
    return frame("Basket", link("/", "Home"),
                 "<h1>Your basket</h1><form name=\"cart\">" + listing(own_row(found->second)) +
                     "<button>Update</button></form><p>" + link("/info/1.html", "Shipping") + "</p>");
  }
  // An exploded drawing: a picture with places to click, and the table of its positions. The viewer starts a
  // session.
  std::optional<std::string> drawing(const std::string& path) const {
    const bool zoom = path.ends_with("/zoom.html");
    const std::string own = zoom ? path.substr(0, path.size() - 10) + ".html" : path;
    const auto code = number_in(own, "/drawings/d", ".html");
    if (!code || *code < 1000 || (*code - 1000) % 3 || (*code - 1000) / 3 >= kModels * kGroups) return {};
    const size_t at = (*code - 1000) / 3, m = at / kGroups, g = at % kGroups;
    if (drawing_path(at) != own) return {};
    const std::string title = fmt::format("Drawing {}: {} of {}", *code, kGroupNames[g], model_name(m));
    if (zoom)
      return fmt::format(
          "<html><head><title>{}, large</title></head><body bgcolor=\"#ffffff\"><img src=\"/images/d{}_xl.png\" /><br />{}</body></html>",
          title, *code, link(own, "Back"));
    Dice dice(seed_, "drawing", at);
    std::string areas, rows, open;
    size_t place = 1;
    for (const size_t p : of_group_[at]) {
      const std::string to = fmt::format("{}?sid={}", part_path(p, m), session("viewer", at));
      areas += fmt::format("<area shape=\"circle\" coords=\"{},{},9\" href=\"{}\" alt=\"{}\" />",
                           dice.below(600), dice.below(400), to, place);
      rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", place++,
                          link(to, upper(number_of(p))), part_name(p));
    }
    for (uint32_t i = dice.below(8); i > 0; --i)
      rows +=
          fmt::format("<tr><td>{}</td><td>-</td><td>{}</td></tr>", place++, capital(phrase(dice, kTalk, 2)));
    const size_t next = m * kGroups + (g + 1) % kGroups;
    const std::string ours =
        fmt::format("<map name=\"map\">{}</map><table class=\"positions\">{}</table><p>{} {} {}</p>", areas,
                    rows, link(own.substr(0, own.size() - 5) + "/zoom.html", "Large"),
                    link(drawing_path(next), "Next drawing"), link(group_path(m, g), "List"));
    return frame(title, crumbs_to(m, g),
                 fmt::format("<h1>{}</h1><img src=\"/images/d{}.png\" usemap=\"#map\" alt=\"\" />{}", title,
                             *code, ours));
  }

  // --- manuals ---
  static std::string manual_path(size_t m, size_t k) {
    const std::string slug = slug_of(model_name(m));
    return fmt::format("/manuals/{}/{}/", slug, kManualNames[k]);
  }
  std::optional<std::string> manuals(const std::string& path) const {
    std::string rows;
    for (size_t m = 0; m < kModels; ++m) {
      for (size_t k = 0; k < kManuals; ++k) {
        const std::string root = manual_path(m, k),
                          title = fmt::format("{}: {}", model_name(m), kManualNames[k]);
        if (path == "/manuals/") rows += item(root, title);
        if (!path.starts_with(root)) continue;
        if (path == root) {
          for (size_t c = 1; c <= kChapters; ++c)
            rows += item(fmt::format("{}ch-{:02}.html", root, c), fmt::format("Chapter {}", c));
          return frame(title, link("/manuals/", "Manuals"),
                       "<h1>" + title + "</h1><ol>" + rows + "</ol>" + link(model_path(m), "Parts"));
        }
        const auto c = number_in(path, root + "ch-", ".html");
        if (c && *c >= 1 && *c <= kChapters && path == fmt::format("{}ch-{:02}.html", root, *c))
          return chapter(path, root, m, title, *c);
      }
    }
    if (path != "/manuals/") return {};
    return frame("Manuals", link("/", "Home"), "<h1>Manuals</h1><ul>" + rows + "</ul>");
  }
  std::string chapter(const std::string& path, const std::string& root, size_t m, const std::string& of,
                      size_t c) const {
    Dice dice(seed_, path);
    const std::string title = fmt::format("{}, chapter {}", of, c);
    std::string ours = link(root, "Contents") + " " +
                       link(fmt::format("{}ch-{:02}.html", root, c % kChapters + 1), "Next chapter");
    if (dice.chance(0.2)) ours += " " + link(drawing_path(m * kGroups + dice.below(kGroups)), "Drawing");
    if (const auto& near = of_group_[m * kGroups + c]; c < kGroups && !near.empty() && dice.chance(0.08))
      ours += " " + link(part_path(near[0], m), part_name(near[0]));
    if (!real_decoys.empty()) return with_links(real_decoys[(m * 7 + c) % real_decoys.size()], title, ours);
    std::string out = "<h1>" + title + "</h1>";
    for (uint32_t i = dice.below(5) + 1; i > 0; --i) {
      out += "<h2>" + capital(phrase(dice, kTalk, 3)) + "</h2>" + paragraphs(dice, kTalk, 3);
      if (dice.chance(0.3))
        out += "<ol><li>" + prose(dice, kTalk, 1) + "</li><li>" + prose(dice, kTalk, 1) + "</li></ol>";
    }
    if (dice.chance(0.4)) {
      out += "<table class=\"attributes\">";
      for (uint32_t i = dice.below(8) + 2; i > 0; --i)
        out += fmt::format("<tr><td>{}</td><td>{} Nm</td></tr>", phrase(dice, kTalk, 2), dice.below(300));
      out += "</table>";
    }
    return frame(title, link("/manuals/", "Manuals"), out + "<p>" + ours + "</p>");
  }

  // --- what else is sold ---
  std::string goods_name(size_t n) const {
    Dice dice(seed_, "goods", n);
    return fmt::format("{} {}", pick(dice, kGoods), capital(words_of(dice, 1)));
  }
  std::string goods_path(size_t n) const {
    return fmt::format("/accessories/{}-{}.html", slug_of(goods_name(n)), n + 500);
  }
  std::string machine_name(size_t n) const {
    return fmt::format("{} of {}", model_name(mix(seed_, n) % kModels), 1998 + n * 7 % 25);
  }
  std::string machine_path(size_t n) const {
    return fmt::format("/used/{}-{}.html", slug_of(machine_name(n)), n + 3000);
  }
  std::optional<std::string> goods_list(const std::string& path, size_t here) const {
    const bool used = path == "/used/";
    const auto slice = slice_of(used ? kMachines : kAccessories, here, 15);
    if (!slice) return {};
    std::string rows;
    for (size_t n = slice->from; n < slice->to; ++n)
      rows += fmt::format(
          "<tr class=\"productListing-odd\"><td><img src=\"/images/g.jpg\" alt=\"\" /></td><td>{}</td><td align=\"right\">{}</td></tr>",
          used ? link(machine_path(n), machine_name(n)) : link(goods_path(n), goods_name(n)),
          money(mix(seed_ + 8, n) % 90000));
    return frame(fmt::format("{} {}", used ? "Used machines" : "Accessories", here + 1), link("/", "Home"),
                 fmt::format("<h1>{}</h1>", used ? "Used machines" : "Accessories") + listing(rows) +
                     pager(slice->pages, here, path));
  }
  std::optional<std::string> accessory(const std::string& path) const {
    for (size_t n = 0; n < kAccessories; ++n) {
      if (goods_path(n) != path) continue;
      Dice dice(seed_, "accessory", n);
      std::string sizes, like;
      for (uint32_t i = dice.below(5) + 2; i > 0; --i)
        sizes += fmt::format("<label><input type=\"radio\" name=\"size\" />{}</label>", pick(dice, kTalk));
      for (int i = 0; i < 3; ++i) {
        const size_t other = dice.below(kAccessories);
        like += item(goods_path(other), goods_name(other));
      }
      if (!real_decoys.empty())
        return with_links(real_decoys[n % real_decoys.size()], goods_name(n) + fmt::format(" {}", n),
                          "<ul>" + like + "</ul>");
      return frame(
          fmt::format("{} {}", goods_name(n), n + 500), link("/accessories/", "Accessories"),
          fmt::format(
              "<div class=\"shopItem\"><img src=\"/images/g{}.jpg\" alt=\"\" /><h1>{}</h1><p class=\"price\">{}</p><div class=\"sizes\">{}</div>{}<button>Buy</button></div><ul class=\"alsoLike\">{}</ul>",
              n, goods_name(n), money(dice.below(9000) + 300), sizes, paragraphs(dice, kTalk, 2), like));
    }
    return {};
  }
  std::optional<std::string> machine(const std::string& path) const {
    for (size_t n = 0; n < kMachines; ++n) {
      if (machine_path(n) != path) continue;
      Dice dice(seed_, "machine", n);
      const size_t m = mix(seed_, n) % kModels, d = dice.below(kDealers);
      const std::string ours = "<p>" + link(model_path(m), "Parts for this machine") + " " +
                               link(fmt::format("/dealers/{}.html", d), "Dealer") + " " +
                               link(machine_path((n + 1) % kMachines), "Next") + "</p>";
      if (!real_decoys.empty())
        return with_links(real_decoys[(n + 9) % real_decoys.size()], machine_name(n) + fmt::format(" {}", n),
                          ours);
      std::string out = fmt::format("<h1>{}</h1><div id=\"piGal\">", machine_name(n));
      for (uint32_t i = dice.below(9) + 1; i > 0; --i) out += "<img src=\"/images/u.jpg\" alt=\"\" />";
      out += "</div><table class=\"attributes\">";
      for (const char* fact : {"Hours", "Year", "Weight", "Power", "Place", "Buckets", "Tracks"})
        if (dice.chance(0.7)) out += fmt::format("<tr><td>{}</td><td>{}</td></tr>", fact, dice.below(9000));
      return frame(fmt::format("{} {}", machine_name(n), n + 3000), link("/used/", "Used machines"),
                   out + "</table><p class=\"price\">" + money(dice.below(4000000) + 500000) + "</p>" +
                       paragraphs(dice, kTalk, 4) + ours);
    }
    return {};
  }

  // --- what people write ---
  std::string headline(std::string_view what, size_t n) const {
    Dice dice(seed_, what, n);
    return capital(phrase(dice, kTalk, 4 + dice.below(4)));
  }
  // The list of threads, of guides, of dealers.
  std::optional<std::string> titles(const std::string& root, size_t all, size_t here, const char* name,
                                    std::string_view what) const {
    const auto slice = slice_of(all, here, 25);
    if (!slice) return {};
    std::string rows;
    for (size_t n = slice->from; n < slice->to; ++n)
      rows += item(fmt::format("{}{}{}.html", root, what == "thread" ? "t" : "", n), headline(what, n));
    const std::string title = capital(root.substr(1, root.size() - 2));
    return frame(fmt::format("{} {}", title, here + 1), link("/", "Home"),
                 fmt::format("<h1>{}</h1><ul class=\"{}\">{}</ul>", title, name, rows) +
                     pager(slice->pages, here, root));
  }
  std::string thread(size_t n) const {
    Dice dice(seed_, "thread page", n);
    std::string out = "<h1>" + headline("thread", n) + "</h1>";
    for (uint32_t i = dice.below(12) + 1; i > 0; --i) {
      out += fmt::format("<table class=\"post\"><tr><td>{}</td><td><p>{}</p>",
                         link(fmt::format("/forum/user{}.html", dice.below(kUsers)), "member"),
                         prose(dice, kTalk, 1 + dice.below(4)));
      if (const size_t p = dice.below(kAll); dice.chance(0.06))
        out += link(part_path(p, parts_[p].models[0]), upper(number_of(p)));
      out += "</td></tr></table>";
    }
    return frame(headline("thread", n) + fmt::format(" {}", n), link("/forum/", "Forum"),
                 out + link(fmt::format("/forum/t{}.html", (n + 1) % kThreads), "Next"));
  }
  std::string forum_user(size_t n) const {
    Dice dice(seed_, "forum user", n);
    std::string rows;
    for (uint32_t i = dice.below(8) + 1; i > 0; --i) {
      const size_t t = dice.below(kThreads);
      rows += item(fmt::format("/forum/t{}.html", t), headline("thread", t));
    }
    return frame(fmt::format("Member {}", n), link("/forum/", "Forum"),
                 fmt::format("<h1>Member {}</h1><p>{}</p><ul>{}</ul>", n, full_name(dice), rows));
  }
  std::string guide(size_t n) const {
    Dice dice(seed_, "guide page", n);
    std::string needed;
    for (uint32_t i = dice.chance(0.4) ? dice.below(4) + 1 : 0; i > 0; --i)
      needed += own_row(dice.below(kAll));
    const std::string ours = (needed.empty() ? "" : "<h2>Parts you need</h2>" + listing(needed)) +
                             link(fmt::format("/guides/{}.html", (n + 1) % kGuides), "Next guide");
    if (!real_decoys.empty())
      return with_links(real_decoys[(n + 4) % real_decoys.size()],
                        headline("guide", n) + fmt::format(" {}", n), ours);
    return frame(headline("guide", n) + fmt::format(" {}", n), link("/guides/", "Guides"),
                 "<h1>" + headline("guide", n) + "</h1><div class=\"guide\">" + paragraphs(dice, kTalk, 9) +
                     "</div>" + ours);
  }
  std::string dealer(size_t n) const {
    Dice dice(seed_, "dealer", n);
    std::string makes;
    for (size_t m = 0; m < kMakes; ++m)
      if (dice.chance(0.4)) makes += item(make_path(m), std::string(kMakeNames[m]));
    return frame(fmt::format("Dealer {}", n + 1), link("/dealers/", "Dealers"),
                 fmt::format("<h1>{} Machines</h1><address>{} {}</address><p>{}</p><ul>{}</ul>",
                             capital(words_of(dice, 1)), capital(words_of(dice, 1)), dice.below(90),
                             prose(dice, kTalk, 2), makes));
  }
  std::string info(size_t n) const {
    Dice dice(seed_, "info", n);
    return frame(fmt::format("Information {}", n), link("/", "Home"),
                 "<h1>" + capital(words_of(dice, 2)) + "</h1>" + paragraphs(dice, kTalk, 5) +
                     link(fmt::format("/info/{}.html", (n + 1) % 12), "More"));
  }

  uint64_t seed_;
  std::vector<Part> parts_;
  std::map<std::string, size_t> by_number_;
  std::vector<std::vector<size_t>> of_group_, of_kind_, of_make_;
};

}  // namespace

std::unique_ptr<MadeSite> spares_site(uint64_t seed) { return std::make_unique<Spares>(seed); }

}  // namespace bench
