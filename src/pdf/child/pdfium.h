// The functions of PDFium that the child uses. The library comes without headers (scripts/setup): they are
// declared here after its public interface, as its functions for views, texts, edits,
// documents, annotations and forms.
#pragma once

#include <cstddef>

#include "base/result.h"

namespace gleaner::pdf {

using Handle = void*;
struct Rect {  // FS_RECTF
  float left, top, right, bottom;
};
struct Matrix {  // FS_MATRIX
  float a, b, c, d, e, f;
};

// X(name, result, arguments)
#define GLEANER_PDFIUM_FUNCTIONS(X)                                                                        \
  X(FPDF_InitLibrary, void, ())                                                                            \
  X(FPDF_LoadMemDocument64, Handle, (const void* data, size_t size, const char* password))                 \
  X(FPDF_GetLastError, unsigned long, ())                                                                  \
  X(FPDF_GetPageCount, int, (Handle document))                                                             \
  X(FPDF_GetMetaText, unsigned long, (Handle document, const char* tag, void* buffer, unsigned long n))    \
  X(FPDF_LoadPage, Handle, (Handle document, int index))                                                   \
  X(FPDF_ClosePage, void, (Handle page))                                                                   \
  X(FPDF_GetPageBoundingBox, int, (Handle page, Rect * box))                                               \
  X(FPDFPage_GetRotation, int, (Handle page))                                                              \
  X(FPDFText_LoadPage, Handle, (Handle page))                                                              \
  X(FPDFText_ClosePage, void, (Handle text))                                                               \
  X(FPDFText_CountChars, int, (Handle text))                                                               \
  X(FPDFText_GetUnicode, unsigned, (Handle text, int index))                                               \
  X(FPDFText_IsGenerated, int, (Handle text, int index))                                                   \
  X(FPDFText_IsHyphen, int, (Handle text, int index))                                                      \
  X(FPDFText_HasUnicodeMapError, int, (Handle text, int index))                                            \
  X(FPDFText_GetTextObject, Handle, (Handle text, int index))                                              \
  X(FPDFText_GetFontSize, double, (Handle text, int index))                                                \
  X(FPDFText_GetMatrix, int, (Handle text, int index, Matrix* matrix))                                     \
  X(FPDFText_GetLooseCharBox, int, (Handle text, int index, Rect* box))                                    \
  X(FPDFText_GetCharBox, int,                                                                              \
    (Handle text, int index, double* left, double* right, double* bottom, double* top))                    \
  X(FPDFText_GetCharOrigin, int, (Handle text, int index, double* x, double* y))                           \
  X(FPDFTextObj_GetFont, Handle, (Handle object))                                                          \
  X(FPDFFont_GetBaseFontName, size_t, (Handle font, char* buffer, size_t length))                          \
  X(FPDFFont_GetFlags, int, (Handle font))                                                                 \
  X(FPDFFont_GetWeight, int, (Handle font))                                                                \
  X(FPDFPage_CountObjects, int, (Handle page))                                                             \
  X(FPDFPage_GetObject, Handle, (Handle page, int index))                                                  \
  X(FPDFPageObj_GetType, int, (Handle object))                                                             \
  X(FPDFPageObj_GetMatrix, int, (Handle object, Matrix * matrix))                                          \
  X(FPDFPageObj_GetBounds, int, (Handle object, float* left, float* bottom, float* right, float* top))     \
  X(FPDFPageObj_GetStrokeColor, int, (Handle object, unsigned* r, unsigned* g, unsigned* b, unsigned* a))  \
  X(FPDFPageObj_GetFillColor, int, (Handle object, unsigned* r, unsigned* g, unsigned* b, unsigned* a))    \
  X(FPDFPath_GetDrawMode, int, (Handle path, int* fill, int* stroke))                                      \
  X(FPDFPath_CountSegments, int, (Handle path))                                                            \
  X(FPDFPath_GetPathSegment, Handle, (Handle path, int index))                                             \
  X(FPDFPathSegment_GetPoint, int, (Handle segment, float* x, float* y))                                   \
  X(FPDFPathSegment_GetType, int, (Handle segment))                                                        \
  X(FPDFPathSegment_GetClose, int, (Handle segment))                                                       \
  X(FPDFPageObj_CountMarks, int, (Handle object))                                                          \
  X(FPDFPageObj_GetMark, Handle, (Handle object, unsigned long index))                                     \
  X(FPDFPageObj_RemoveMark, int, (Handle object, Handle mark))                                             \
  X(FPDFPageObjMark_GetParamValueType, int, (Handle mark, const char* key))                                \
  X(FPDFFormObj_CountObjects, int, (Handle object))                                                        \
  X(FPDFFormObj_GetObject, Handle, (Handle object, unsigned long index))                                   \
  X(FPDFLink_Enumerate, int, (Handle page, int* position, Handle* link))                                   \
  X(FPDFLink_GetAnnotRect, int, (Handle link, Rect * box))                                                 \
  X(FPDFLink_GetAction, Handle, (Handle link))                                                             \
  X(FPDFLink_GetDest, Handle, (Handle document, Handle link))                                              \
  X(FPDFAction_GetType, unsigned long, (Handle action))                                                    \
  X(FPDFAction_GetURIPath, unsigned long, (Handle document, Handle action, void* buffer, unsigned long n)) \
  X(FPDFAction_GetDest, Handle, (Handle document, Handle action))                                          \
  X(FPDFDest_GetDestPageIndex, int, (Handle document, Handle destination))                                 \
  X(FPDFPage_GetAnnotCount, int, (Handle page))                                                            \
  X(FPDFPage_GetAnnot, Handle, (Handle page, int index))                                                   \
  X(FPDFPage_CloseAnnot, void, (Handle annotation))                                                        \
  X(FPDFAnnot_GetSubtype, int, (Handle annotation))                                                        \
  X(FPDFAnnot_GetRect, int, (Handle annotation, Rect * box))                                               \
  X(FPDFAnnot_GetFlags, int, (Handle annotation))                                                          \
  X(FPDFDOC_InitFormFillEnvironment, Handle, (Handle document, void* info))                                \
  X(FPDFAnnot_GetFormFieldType, int, (Handle form, Handle annotation))                                     \
  X(FPDFAnnot_GetFormFieldName, unsigned long,                                                             \
    (Handle form, Handle annotation, unsigned short* buffer, unsigned long n))                             \
  X(FPDFAnnot_GetFormFieldAlternateName, unsigned long,                                                    \
    (Handle form, Handle annotation, unsigned short* buffer, unsigned long n))                             \
  X(FPDFAnnot_GetFormFieldValue, unsigned long,                                                            \
    (Handle form, Handle annotation, unsigned short* buffer, unsigned long n))                             \
  X(FPDFAnnot_GetFormFieldExportValue, unsigned long,                                                      \
    (Handle form, Handle annotation, unsigned short* buffer, unsigned long n))                             \
  X(FPDFAnnot_GetStringValue, unsigned long,                                                               \
    (Handle annotation, const char* key, unsigned short* buffer, unsigned long n))                         \
  X(FPDFBitmap_CreateEx, Handle, (int width, int height, int format, void* first, int stride))             \
  X(FPDFBitmap_FillRect, int,                                                                              \
    (Handle bitmap, int left, int top, int width, int height, unsigned long colour))                       \
  X(FPDFBitmap_GetBuffer, void*, (Handle bitmap))                                                          \
  X(FPDFBitmap_GetStride, int, (Handle bitmap))                                                            \
  X(FPDFBitmap_Destroy, void, (Handle bitmap))                                                             \
  X(FPDF_FFLDraw, void,                                                                                    \
    (Handle form, Handle bitmap, Handle page, int x, int y, int width, int height, int rotate, int flags)) \
  X(FPDF_RenderPageBitmap, void,                                                                           \
    (Handle bitmap, Handle page, int x, int y, int width, int height, int rotate, int flags))

struct Pdfium {
#define X(name, result, arguments) result(*name) arguments = nullptr;
  GLEANER_PDFIUM_FUNCTIONS(X)
#undef X
};

Result<Pdfium> load_pdfium();

// The forms of a document, made ready when the first field is met.
class Forms {
 public:
  Handle of(const Pdfium& pdfium, Handle document) {
    if (!tried_) handle_ = pdfium.FPDFDOC_InitFormFillEnvironment(document, &info_);
    tried_ = true;
    return handle_;
  }
  Handle met() const { return handle_; }  // null where no field was met

 private:
  struct {  // FPDF_FORMFILLINFO: its version, and functions that it may call, none of which we have
    int version = 1;
    void* functions[63] = {};
  } info_;
  bool tried_ = false;
  Handle handle_ = nullptr;
};

}  // namespace gleaner::pdf
