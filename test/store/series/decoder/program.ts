// The decoder in C++: compiled into a temporary folder, and run on many segments at once.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const DECODER_SOURCE = join(import.meta.dirname, 'decode-segment.cpp')
const COMPILE_TIMEOUT_MS = 120_000
const DECODE_TIMEOUT_MS = 60_000
const MAX_OUTPUT_BYTES = 2 ** 28
/** Without -ffp-contract=off, some processors join a product and a sum into one operation, which rounds once instead of twice. */
const FLAGS = ['-std=c++17', '-O1', '-Wall', '-Wextra', '-Werror', '-ffp-contract=off']

export interface KeyedSegment {
  readonly key: number
  readonly bytes: Uint8Array
}

export interface Decoder {
  /** Returns the lines that the program prints for each segment. */
  decode(segments: readonly KeyedSegment[]): string[][]
  remove(): void
}

export function compileDecoder(): Decoder {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-decoder-'))
  const program = join(folder, 'decode-segment')
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync('g++', [...FLAGS, '-o', program, DECODER_SOURCE], { timeout: COMPILE_TIMEOUT_MS })
  } catch (error) {
    remove()
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new Error('g++ is not installed, and this test compiles a C++ program; on Debian: apt-get install g++')
  }
  return { decode: (segments) => run(program, segments), remove }
}

function run(program: string, segments: readonly KeyedSegment[]): string[][] {
  const input = segments.map(({ key, bytes }) => `${key} ${Buffer.from(bytes).toString('hex')}\n`).join('')
  const output = execFileSync(program, {
    input,
    encoding: 'utf8',
    timeout: DECODE_TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  return output
    .split('\n\n')
    .slice(0, -1)
    .map((lines) => lines.split('\n'))
}
