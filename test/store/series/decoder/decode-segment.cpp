// Decodes segments by what src/series/codec/FORMAT.md says, and nothing else. Input: a line "KEY HEX" a segment.
// Output: a line "minute ccu visits favorites likes dislikes" a sample, "-" for null, or the line "error"; then an empty line.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>
void require(bool holds) { if (!holds) throw "damaged"; }
double fromSigned(uint64_t n) { return n % 2 ? -double((n + 1) / 2) : double(n / 2); }
uint32_t crc32(const std::string &bytes, uint32_t sum = ~0u) {
  for (uint8_t byte : bytes) for (int i = (sum ^= byte, 0); i < 8; i++) sum = sum >> 1 ^ (sum & 1) * 0xEDB88320u;
  return ~sum; }
struct Reader {
  const std::string &bytes; size_t at, end; // Places are counted in bits.
  int bit() { require(at < end); at++; return bytes[(at - 1) / 8] >> (7 - (at - 1) % 8) & 1; }
  uint64_t bits(int count) { uint64_t n = 0; while (count-- > 0) n = n << 1 | bit(); return n; }
  uint64_t fixed(int size) { uint64_t n = 0; for (int i = 0; i < size; i++) n |= bits(8) << 8 * i; return n; }
  double real() { uint64_t n = fixed(8); double value; std::memcpy(&value, &n, 8); return value; }
  uint64_t varint(int shift = 0) {
    uint64_t part = bits(8), n = (part & 127) << shift; require(shift < 49 || part < 16);
    return part < 128 ? n : n | varint(shift + 7);
  }
  int64_t rice(int k) { // An escaped value n is ~n, which is negative.
    for (int64_t q = 0; q < 20; q++) if (bit()) return q << k | bits(k);
    return ~int64_t(bits(53)); }
  void block(std::vector<int64_t> &numbers, size_t full) {
    int low = bits(5); if (low == 31) return numbers.resize(full);
    bool sparse = bit(); int runs = sparse ? bits(5) : 0; require(low <= 22 && runs <= 22);
    while (numbers.size() < full) {
      int64_t run = sparse ? rice(runs) : 0; size_t zeros = run < 0 ? ~run : run;
      require(zeros <= full - numbers.size()); numbers.resize(numbers.size() + zeros);
      if (numbers.size() < full) { int64_t n = rice(low); numbers.push_back(n < 0 ? n : n + sparse); }
    }
  }
};
void readColumn(Reader in, std::vector<double> &column, const std::vector<double> *players) {
  std::vector<size_t> present; size_t rows = column.size(), row = 0; int form = in.bits(8), part = 0; require(form <= 2);
  for (uint64_t run = 0, runs = form == 1 ? in.varint() : 0; form < 2 && run <= runs; run++) {
    uint64_t length = run < runs ? in.varint() : rows - row; require(length <= rows - row);
    for (; length > 0; length--, row++) if (run % 2 == 0) present.push_back(row);
  }
  for (; row < rows; row++) { if (row % 8 == 0) part = in.bits(8); if (part >> row % 8 & 1) present.push_back(row); }
  std::vector<int64_t> numbers; size_t n = present.size(); int head = in.bits(8), kind = head & 15;
  if (head == 15) { for (size_t each : present) column[each] = in.real(); return; }
  require(kind < 4 || (kind < 6 && players && players < &column)); // The column of players comes before.
  double step = (kind > 1 ? fromSigned(in.varint()) : 0) * (kind > 3 ? 0x1p-24 : 1), mean = 0, last = 0, sum = 0;
  while (numbers.size() < n) in.block(numbers, n - numbers.size() < 240 ? n : numbers.size() + 240);
  for (size_t i = 0; i < n; i++) {
    double each = kind < 4 || std::isnan((*players)[present[i]]) ? 0 : (*players)[present[i]];
    sum += each; if (kind == 5 && numbers[i] == 0) { column[present[i]] = last; continue; }
    double expected = (kind ? last : 0) + (kind < 2 ? std::floor(mean + 0.5) : kind < 4 ? step : std::floor(sum * step + 0.5));
    double value = numbers[i] < 0 ? ~numbers[i] : expected + (kind == 3 ? numbers[i] : fromSigned(numbers[i] - (kind == 5)));
    double seen = kind == 1 ? value - last : value; // What the mean is of: values, or steps, from the second value on.
    if (i == (kind == 1)) mean = seen; else if (i > 0) mean += (seen - mean) / (1 << (head >> 4));
    column[present[i]] = last = value, sum = 0;
  }
}
void decode(const std::string &bytes, int64_t key) {
  require(bytes.size() > 4); size_t end = bytes.size() * 8 - 32; Reader in{bytes, 0, end}, stored{bytes, end, end + 32};
  std::string summed = bytes.substr(0, end / 8); int format = in.bits(8); require(format >= 1 && format <= 3);
  for (int i = 0; format > 1 && i < 8; i++) summed += char(key >> 8 * i);
  require(stored.fixed(4) == crc32(summed)); in.varint(); // The slot changes nothing here.
  uint64_t rows = in.varint(); double first = fromSigned(in.varint()), span = in.varint(), before = -1;
  require(rows >= 1 && rows <= 10080 && span < 10080 && first >= -0x1p31 && first + span < 0x1p31);
  std::vector<std::vector<double>> table(6, std::vector<double>(rows, NAN));
  for (int left = in.bits(8); left > 0; left--) {
    size_t number = in.bits(8), length = in.varint() * 8; require(length <= end - in.at); in.at += length;
    if (number < 6) readColumn({bytes, in.at - length, in.at}, table[number], format == 3 ? &table[1] : nullptr);
  }
  for (double &minute : table[0]) { require(minute > before && minute <= span); before = minute; minute += first; }
  for (size_t row = 0; row < rows; row++, std::cout << '\n')
    for (size_t c = 0; c < 6; c++) std::isnan(table[c][row]) ? std::cout << " -" : std::cout << (c ? " " : "") << table[c][row];
}
int main() { std::cout.precision(17);
  for (std::string key, hex, bytes; std::cin >> key >> hex; bytes.clear(), std::cout << std::endl) {
    for (size_t i = 0; i < hex.size(); i += 2) bytes += char(std::stoi(hex.substr(i, 2), nullptr, 16));
    try { decode(bytes, std::stoll(key)); } catch (const char *) { std::cout << "error\n"; }
  }
}
