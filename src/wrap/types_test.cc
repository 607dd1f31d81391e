// Numbers, money, dates, addresses and truth values as people write them.
#include "wrap/types.h"

#include <fmt/format.h>

#include <gtest/gtest.h>

#include "value/time.h"
#include "wrap/readings.h"
#include "wrap/type_guess.h"

namespace gleaner::wrap {
namespace {

double number(std::string_view text) {
  const auto typed = read_as(Type::number, text);
  return typed ? typed->number : -999;
}

TEST(Types, Numbers) {
  EXPECT_EQ(number("118"), 118);
  EXPECT_EQ(number("1,234"), 1234);
  EXPECT_EQ(number("12,40"), 12.40);
  EXPECT_EQ(number("1.234,5"), 1234.5);
  EXPECT_EQ(number("1,234.5"), 1234.5);
  EXPECT_EQ(number("1.234"), 1.234);
  EXPECT_EQ(number("1 234,50"), 1234.5);
  EXPECT_EQ(number("1\xc2\xa0"
                   "234"),
            1234);
  EXPECT_EQ(number("1'234.50"), 1234.5);
  EXPECT_EQ(number("1.234.567"), 1234567);
  EXPECT_EQ(number("12,34,567"), 1234567);
  EXPECT_EQ(number("10.0.0.100"), -999);  // an address: groups of one digit are none
  EXPECT_EQ(number("-5"), -5);
  EXPECT_EQ(number("\xe2\x88\x92"
                   "5.5"),
            -5.5);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("0.123"), 0.123);
  EXPECT_EQ(number("0,123"), 0.123);
  EXPECT_EQ(number("112 reviews"), 112);
  EXPECT_EQ(number("45 %"), 45);
  EXPECT_EQ(number("4.5 of 5"), -999);
  EXPECT_EQ(number("none"), -999);
  EXPECT_EQ(number(""), -999);
  EXPECT_EQ(number("call 2010 123"), -999);
}

std::string money(std::string_view text) {
  const auto typed = read_as(Type::money, text);
  if (!typed) return "-";
  std::string said = std::to_string(typed->number);
  said.resize(said.find('.') + 3);
  return said + " " + typed->normal;
}

TEST(Types, Money) {
  EXPECT_EQ(money("EUR 6.90"), "6.90 EUR");
  EXPECT_EQ(money("$1,299.00"), "1299.00 USD");
  EXPECT_EQ(money("6,90 €"), "6.90 EUR");
  EXPECT_EQ(money("1.299 €"), "1299.00 EUR");
  EXPECT_EQ(money("US$ 5"), "5.00 USD");
  EXPECT_EQ(money("-£3.50"), "-3.50 GBP");
  EXPECT_EQ(money("Price: CHF 12.-"), "12.00 CHF");
  EXPECT_EQ(money("Rs. 1,20,000"), "120000.00 INR");
  EXPECT_EQ(money("199 kr"), "199.00 ");
  EXPECT_EQ(money("12.40"), "12.40 ");
  EXPECT_EQ(money("from $5 to $9"), "-");
  EXPECT_EQ(money("ask"), "-");
}

std::string date(std::string_view text) {
  const auto typed = read_as(Type::date, text);
  return typed ? typed->normal : "-";
}

TEST(Types, Dates) {
  EXPECT_EQ(date("2010-06-29"), "2010-06-29");
  EXPECT_EQ(date("June 29, 2010"), "2010-06-29");
  EXPECT_EQ(date("Jun 29 2010"), "2010-06-29");
  EXPECT_EQ(date("Tue, 29 Jun 2010"), "2010-06-29");
  EXPECT_EQ(date("29. Juni 2010"), "2010-06-29");
  EXPECT_EQ(date("1er août 2010"), "2010-08-01");
  EXPECT_EQ(date("29 de junio de 2010"), "2010-06-29");
  EXPECT_EQ(date("29th of June, 2010"), "2010-06-29");
  EXPECT_EQ(date("29/06/2010"), "2010-06-29");
  EXPECT_EQ(date("06/29/2010"), "2010-06-29");
  EXPECT_EQ(date("05/06/2010"), "-");
  EXPECT_EQ(date("05/05/2010"), "2010-05-05");
  EXPECT_EQ(date("05.06.2010"), "2010-06-05");
  EXPECT_EQ(date("June 2010"), "2010-06");
  EXPECT_EQ(date("29/06/10"), "-");
  EXPECT_EQ(date("February 30, 2010"), "-");
  EXPECT_EQ(date("29 February 2012"), "2012-02-29");
  EXPECT_EQ(date("2010-06-29T10:30:00Z"), "2010-06-29T10:30:00Z");
  EXPECT_EQ(date("June 29, 2010 6:30 pm"), "2010-06-29T18:30");
  EXPECT_EQ(date("2010-06-29 10:30:00+02:00"), "2010-06-29T10:30:00+02:00");
  EXPECT_EQ(date("published June 29, 2010 by us"), "2010-06-29");
  EXPECT_EQ(date("from May 1, 2010 to May 3, 2010"), "-");
}

TEST(Types, UrlsAndTruth) {
  const auto url = [](std::string_view text, std::string_view base) {
    const auto typed = read_as(Type::url, text, base);
    return typed ? typed->normal : "-";
  };
  EXPECT_EQ(url("/p/1", "http://a.org/x/y?q"), "http://a.org/p/1");
  EXPECT_EQ(url("../z", "http://a.org/x/y/w"), "http://a.org/x/z");
  EXPECT_EQ(url("?p=2", "http://a.org/x?q"), "http://a.org/x?p=2");
  EXPECT_EQ(url("#top", "http://a.org/x?q"), "http://a.org/x?q#top");
  EXPECT_EQ(url("//b.org/1", "https://a.org/"), "https://b.org/1");
  EXPECT_EQ(url("p.html", "http://a.org"), "http://a.org/p.html");
  EXPECT_EQ(url("http://c.org/a b", "http://a.org"), "http://c.org/a%20b");
  EXPECT_EQ(url("/p/1", ""), "/p/1");
  EXPECT_EQ(url("javascript:void(0)", "http://a.org"), "-");
  EXPECT_EQ(read_as(Type::boolean, "Yes")->number, 1);
  EXPECT_EQ(read_as(Type::boolean, "false")->number, 0);
  EXPECT_FALSE(read_as(Type::boolean, "perhaps"));
}

TEST(Types, RecognisesTheWholeTextOnly) {
  EXPECT_EQ(recognise("118"), Type::number);
  EXPECT_EQ(recognise("EUR 6.90"), Type::money);
  EXPECT_EQ(recognise("June 29, 2010"), Type::date);
  EXPECT_EQ(recognise("Tue, 29 Jun 2010"), Type::date);
  EXPECT_EQ(recognise("http://a.org/b"), Type::url);
  EXPECT_EQ(recognise("true"), Type::boolean);
  EXPECT_EQ(recognise("112 reviews"), Type::text);
  EXPECT_EQ(recognise("2010"), Type::number);
  EXPECT_EQ(recognise(""), Type::text);
}

std::string read(Type type, std::string_view text) {
  const auto typed = read_as(type, text);
  if (!typed) return "-";
  return is_numeric(type)
             ? fmt::format("{}{}{}", typed->number, typed->normal.empty() ? "" : " of ", typed->normal)
             : typed->normal;
}

TEST(Types, Durations) {
  EXPECT_EQ(read(Type::duration, "1 h 30 min"), "5400");
  EXPECT_EQ(read(Type::duration, "1h30m"), "5400");
  EXPECT_EQ(read(Type::duration, "90 minutes"), "5400");
  EXPECT_EQ(read(Type::duration, "Cooking time: 45 mins"), "2700");
  EXPECT_EQ(read(Type::duration, "2 Tage 3 Std."), "183600");
  EXPECT_EQ(read(Type::duration, "1:30:00"), "5400");
  EXPECT_EQ(read(Type::duration, "PT1H30M"), "5400");
  EXPECT_EQ(read(Type::duration, "P1DT2H"), "93600");
  EXPECT_EQ(read(Type::duration, "1.5 hours"), "5400");
  for (const char* text : {"12:30", "3 months", "P1M", "30", "2 hours, 3 people", "1-2 hours", "", "h", "PT"})
    EXPECT_EQ(read(Type::duration, text), "-") << text;
}

TEST(Types, WhatLogsHold) {
  EXPECT_EQ(read(Type::duration, "350 ms"), "0.35");
  EXPECT_EQ(read(Type::duration, "1.5us"), "1.5e-06");
  EXPECT_EQ(read(Type::size, "512"), "512");
  EXPECT_EQ(read(Type::size, "1,024 bytes"), "1024");
  EXPECT_EQ(read(Type::size, "1.5 GB"), "1500000000");
  EXPECT_EQ(read(Type::size, "1.5GiB"), "1610612736");
  EXPECT_EQ(read(Type::size, "4.0K"), "4096");
  for (const char* text : {"", "-5", "5 apples", "KB", "5 KBit", "1 2"})
    EXPECT_EQ(read(Type::size, text), "-") << text;
  EXPECT_EQ(read(Type::ip, "10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(read(Type::ip, "10.0.0.1:443"), "10.0.0.1");
  EXPECT_EQ(read(Type::ip, "2001:DB8:0::0001"), "2001:db8::1");
  EXPECT_EQ(read(Type::ip, "[::1]:80"), "::1");
  EXPECT_EQ(read(Type::ip, "fe80::1%eth0"), "fe80::1");
  for (const char* text : {"10.0.0.256", "1.2.3", "10.0.0.0/8", "host", "[::1]x", "10:00:01"})
    EXPECT_EQ(read(Type::ip, text), "-") << text;
  EXPECT_EQ(read(Type::level, "WARN"), "warning");
  EXPECT_EQ(read(Type::level, "[error]"), "error");
  EXPECT_EQ(read(Type::level, "E"), "error");
  EXPECT_EQ(read(Type::level, "Fatal"), "critical");
  for (const char* text : {"", "warned", "info error", "x"}) EXPECT_EQ(read(Type::level, text), "-") << text;
  EXPECT_EQ(guess_type({"INFO", "WARN", "INFO"})->type.type, Type::level);
  EXPECT_EQ(guess_type({"10.0.0.1", "10.0.0.2"})->type.type, Type::ip);
  EXPECT_EQ(guess_type({"1.2 KB", "512 bytes"})->type.type, Type::size);
  EXPECT_FALSE(guess_type({"hint", "detail"}));
}

TEST(Types, Ratings) {
  EXPECT_EQ(read(Type::rating, "4.5 of 5"), "4.5 of 5");
  EXPECT_EQ(read(Type::rating, "8,3/10"), "8.3 of 10");
  EXPECT_EQ(read(Type::rating, "Rated 4 out of 5"), "4 of 5");
  EXPECT_EQ(read(Type::rating, "★★★★☆"), "4 of 5");
  EXPECT_EQ(read(Type::rating, "85 %"), "85 of 100");
  EXPECT_EQ(read(Type::rating, "3 stars"), "3");
  for (const char* text : {"6 of 5", "4.5 (112 reviews)", "good", "120 %", "1 of 2 of 3"})
    EXPECT_EQ(read(Type::rating, text), "-") << text;
}

TEST(Types, Identifiers) {
  EXPECT_EQ(read(Type::isbn, "ISBN 3-16-148410-X"), "9783161484100");
  EXPECT_EQ(read(Type::isbn, "ISBN-13: 978-3-16-148410-0"), "9783161484100");
  EXPECT_EQ(read(Type::isbn, "9783161484100"), "9783161484100");
  EXPECT_EQ(read(Type::isbn, "9783161484101"), "-");
  EXPECT_EQ(read(Type::isbn, "3161484101"), "-");
  EXPECT_EQ(read(Type::isbn, "4006381333931"), "-");  // right, but no book
  EXPECT_EQ(read(Type::gtin, "4006381333931"), "4006381333931");
  EXPECT_EQ(read(Type::gtin, "EAN 4006381333932"), "-");
  EXPECT_EQ(read(Type::gtin, "96385074"), "96385074");
  EXPECT_EQ(read(Type::phone, "+49 (0)30 1234-567"), "+49301234567");
  EXPECT_EQ(read(Type::phone, "Tel.: (030) 12 34 56 7"), "0301234567");
  EXPECT_EQ(read(Type::phone, "0044 20 7946 0000"), "+442079460000");
  EXPECT_EQ(read(Type::phone, "12"), "-");
  EXPECT_EQ(read(Type::phone, "call 555-1234 now"), "-");
  EXPECT_EQ(read(Type::integer, "1,234 pieces"), "1234");
  EXPECT_EQ(read(Type::integer, "12,40"), "-");
}

TEST(Types, DatesByTheirOrder) {
  const auto of = [](std::string_view text, DateOrder order) {
    const auto read = read_as(Type::date, text, {}, order);
    return read ? read->normal : "-";
  };
  EXPECT_EQ(of("05/06/2010", DateOrder::unknown), "-");
  EXPECT_EQ(of("05/06/2010", DateOrder::day_first), "2010-06-05");
  EXPECT_EQ(of("05/06/2010", DateOrder::month_first), "2010-05-06");
  EXPECT_EQ(of("29/06/2010", DateOrder::month_first), "2010-06-29");  // only one way
}

std::string guessed(const std::vector<std::string>& values) {
  const auto guess = guess_type(values);
  return guess ? format_type(guess->type) + " by " + guess->evidence : "-";
}

TEST(Types, GuessedByAllValuesTogether) {
  EXPECT_EQ(guessed({"EUR 6.90", "$7"}), "money by EUR 6.90");
  EXPECT_EQ(guessed({"EUR 6.90", "on request"}), "-");
  EXPECT_EQ(guessed({"6.90", "7"}), "number by 6.90");
  EXPECT_EQ(guessed({"6.90", "6.90"}), "-");  // one value shows nothing
  EXPECT_EQ(guessed({"05/06/2010", "29/06/2010"}), "date day-first by 29/06/2010");
  EXPECT_EQ(guessed({"05/06/2010", "06/29/2010"}), "date month-first by 06/29/2010");
  EXPECT_EQ(guessed({"05/06/2010", "07/06/2010"}), "-");
  EXPECT_EQ(guessed({"June 29, 2010", "2010-07-01"}), "date by June 29, 2010");
  EXPECT_EQ(guessed({"4.5 of 5", "3 of 5"}), "rating by 4.5 of 5");
  EXPECT_EQ(guessed({"90 min", "1 h"}), "duration by 90 min");
  EXPECT_EQ(guessed({"9783161484100", "978-0-306-40615-7"}), "isbn by 9783161484100");
  EXPECT_EQ(guessed({"red", "blue"}), "-");
  EXPECT_EQ(guessed({}), "-");
}

TEST(Types, TimestampsAreInUtc) {
  Schema schema;
  schema.fields.push_back({"at", Type::timestamp, false, {}});
  const ReadingColumns columns(schema, Readings::columns, false);
  const auto utc = [&](std::string_view iso) {
    Record record;
    Value value = Value::make_text(std::string(iso));
    value.typed = Typed{Type::timestamp, 0, std::string(iso)};
    record.add("at", value);
    return columns.apply(record, nullptr).find("at")->text;
  };
  EXPECT_EQ(utc("2010-06-29T18:30"), "2010-06-29 18:30:00");
  EXPECT_EQ(utc("2010-06-29"), "2010-06-29 00:00:00");
  EXPECT_EQ(utc("2010-01-01T00:30:05+02:00"), "2009-12-31 22:30:05");
  EXPECT_EQ(utc("2024-02-28T23:30-01:00"), "2024-02-29 00:30:00");
  EXPECT_EQ(utc("1969-12-31T23:00Z"), "1969-12-31 23:00:00");
  EXPECT_EQ(utc("2010-06"), "");
}

TEST(Types, AFieldIsAListInEveryRecordOrInNone) {
  Schema schema;
  schema.fields = {{"tags", Type::text, true, {}}, {"price", Type::number, false, {}}};
  Record record;
  record.add("tags", Value::make_text("red", {}));
  record.add("price", Value::make_list({Value::make_text("2.50", {})}));
  read_types(record, schema);
  ASSERT_TRUE(record.find("tags")->is_list());
  EXPECT_EQ(record.find("tags")->items[0].text, "red");
  ASSERT_TRUE(record.find("price")->is_text());
  EXPECT_EQ(record.find("price")->typed->number, 2.5);
  Record several;  // nothing is lost
  several.add("price", Value::make_list({Value::make_text("1", {}), Value::make_text("2", {})}));
  read_types(several, schema);
  EXPECT_EQ(several.find("price")->items.size(), 2u);
}

TEST(Types, TimeStampsOfLogs) {
  auto time = [](std::string_view text, int year = 0) {
    return value::read_time(text, year).value_or("none");
  };
  EXPECT_EQ(time("2015-10-18 18:01:47,978"), "2015-10-18T18:01:47.978");
  EXPECT_EQ(time("2024-01-02T10:00:00Z"), "2024-01-02T10:00:00Z");
  EXPECT_EQ(time("2024-01-02T10:00:00.5+0200"), "2024-01-02T10:00:00.5+02:00");
  EXPECT_EQ(time("2024/01/02 10:00:00"), "2024-01-02T10:00:00");
  EXPECT_EQ(time("10/Oct/2000:13:55:36 -0700"), "2000-10-10T13:55:36-07:00");
  EXPECT_EQ(time("[Sun Dec 04 04:47:44 2005]"), "2005-12-04T04:47:44");
  EXPECT_EQ(time("1131566461"), "2005-11-09T20:01:01Z");
  EXPECT_EQ(time("1131566461250"), "2005-11-09T20:01:01.250Z");
  EXPECT_EQ(time("20171223-22:15:29:606"), "2017-12-23T22:15:29.606");
  EXPECT_EQ(time("2005-06-03-15:42:50"), "2005-06-03T15:42:50");
  EXPECT_EQ(time("Dec 10 06:55:46"), "none");
  EXPECT_EQ(time("Dec 10 06:55:46", 2016), "2016-12-10T06:55:46");
  EXPECT_EQ(time("Feb 29 06:55:46", 2015), "none");
  EXPECT_EQ(time("Feb 29 06:55:46", 2016), "2016-02-29T06:55:46");
  EXPECT_EQ(time("2015-13-18"), "none");
  EXPECT_EQ(time("25:61"), "none");
  EXPECT_EQ(time("123"), "none");
  EXPECT_EQ(time(""), "none");
}

}  // namespace
}  // namespace gleaner::wrap
