// gleaner-pdf: reads a PDF for the program that started it, under limits, in a process of its own.
//
// Standard input is a file: the request (wire.h), then the PDF. Standard output gets frames. Nothing else is
// touched. It ends by itself with its parent, at its limits, or when it is done.
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "pdf/child/pdfium.h"
#include "pdf/child/read_sheet.h"
#include "pdf/wire.h"

namespace gleaner::pdf {
namespace {

void limit(int what, rlim_t value) {
  const rlimit both{value, value};
  setrlimit(what, &both);
}

rlim_t address_space() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return rlim_t(pages) * rlim_t(::sysconf(_SC_PAGESIZE));
}

void set_limits(const Request& request) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
#ifndef GLEANER_SANITIZED  // whose shadow alone is larger
  if (request.memory)
    limit(RLIMIT_AS, address_space() + request.memory);  // what it has by now is no fault of the file
#endif
  if (request.seconds) limit(RLIMIT_CPU, request.seconds);
}

bool send(FrameKind kind, uint32_t page, std::string_view payload) {
  const FrameHead head{kind, page, payload.size()};
  std::string out(reinterpret_cast<const char*>(&head), sizeof head);
  out += payload;
  for (size_t at = 0; at < out.size();) {
    const ssize_t n = ::write(1, out.data() + at, out.size() - at);
    if (n <= 0) return false;
    at += size_t(n);
  }
  return true;
}

int fail(OpenError why, uint32_t page, std::string_view words) {
  Writer w;
  w.put(why);
  w.put_text(words);
  send(FrameKind::failed, page, w.out);
  return why == OpenError::page ? 0 : 1;
}

std::string meta_text(const Pdfium& pdfium, Handle document, const char* key) {
  char buffer[2048] = {};
  const unsigned long n = pdfium.FPDF_GetMetaText(document, key, buffer, sizeof buffer);
  return std::string(buffer, std::min<size_t>(n, sizeof buffer));  // UTF-16LE
}

OpenError reason(unsigned long code) {
  switch (code) {
    case 4: return OpenError::password;
    case 5: return OpenError::security;
    default: return OpenError::damaged;
  }
}

int read_pages(const Pdfium& pdfium, Handle document, const Request& request) {
  const auto pages = uint32_t(std::max(0, pdfium.FPDF_GetPageCount(document)));
  Writer opened;
  opened.put(pages);
  opened.put_text(meta_text(pdfium, document, "Title"));
  if (!send(FrameKind::opened, 0, opened.out)) return 1;
  Forms forms;
  for (uint32_t number = std::max(1u, request.first); number <= std::min(pages, request.last); ++number) {
    Handle page = pdfium.FPDF_LoadPage(document, int(number - 1));
    if (!page) {
      fail(OpenError::page, number, "the page cannot be read");
      continue;
    }
    const layout::Sheet sheet = read_sheet(pdfium, document, page, number, forms);
    bool sent = send(FrameKind::sheet, number, format_sheet(sheet));
    if (sent && request.picture_dpi) {
      const Picture picture = draw_page(pdfium, page, sheet.width, sheet.height, request.picture_dpi, forms);
      Writer w;
      w.put(picture.width);
      w.put(picture.height);
      w.put_text(picture.grey);
      sent = send(FrameKind::picture, number, w.out);
    }
    pdfium.FPDF_ClosePage(page);
    if (!sent) return 1;  // nobody listens
  }
  send(FrameKind::done, 0, "");
  return 0;
}

int run() {
  struct stat info;
  if (::fstat(0, &info) != 0 || info.st_size <= 0) return fail(OpenError::damaged, 0, "no input");
  void* address = ::mmap(nullptr, size_t(info.st_size), PROT_READ, MAP_PRIVATE, 0, 0);
  if (address == MAP_FAILED) return fail(OpenError::damaged, 0, "no memory for the file");
  Reader in({static_cast<const char*>(address), size_t(info.st_size)});
  Request request;
  if (!parse_request(in, request)) return fail(OpenError::damaged, 0, "no request");
  auto pdfium = load_pdfium();
  if (!pdfium.ok()) return fail(OpenError::no_library, 0, pdfium.error().message);
  set_limits(request);
  Handle document = pdfium->FPDF_LoadMemDocument64(
      in.rest().data(), in.rest().size(), request.password.empty() ? nullptr : request.password.c_str());
  if (!document) return fail(reason(pdfium->FPDF_GetLastError()), 0, "");
  return read_pages(*pdfium, document, request);
}

}  // namespace
}  // namespace gleaner::pdf

int main() {
  const int exit = gleaner::pdf::run();
  _exit(exit);  // what the library would tidy up goes with the process
}
