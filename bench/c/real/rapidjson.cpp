// SPDX-License-Identifier: Apache-2.0
// rapidjson: a document, and writing it out again.
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 10) return 0;
  rapidjson::Document document;
  document.Parse(reinterpret_cast<const char*>(data), size);
  if (document.HasParseError()) return 0;
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  document.Accept(writer);
  return 0;
}
