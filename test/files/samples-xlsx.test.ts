import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { samplesXlsx } from '../../src/files/samples/samples-xlsx.js'
import { bytesOf, CSV_COLUMNS, someExport } from './some-export.js'

const workbookOf = async (options: Parameters<typeof someExport>[0], rowsPerSheet?: number) =>
  readXlsx(await bytesOf(samplesXlsx(someExport(options), rowsPerSheet)), { readStyles: true })

describe('samples as an Excel workbook', () => {
  it('holds dates as dates and counts as numbers, and nothing where no value arrived', async () => {
    const { sheets } = await workbookOf({ days: 1, step: 10, revenue: new Map([[20_000, 12.5]]) })
    expect(sheets).toHaveLength(1)
    const [header, first, second] = sheets[0]?.rows ?? []
    expect(header).toEqual(CSV_COLUMNS)
    expect(first?.slice(0, 8)).toEqual([
      new Date('2024-10-04T00:00:00.000Z'),
      2 ** 53 - 1,
      100,
      39_000_000,
      5,
      null,
      7,
      12.5,
    ])
    expect(second?.slice(0, 7)).toEqual([
      new Date('2024-10-04T00:10:00.000Z'),
      2 ** 53 - 1,
      101,
      39_000_001,
      5,
      null,
      7,
    ])
    expect(second?.[7] ?? null).toBeNull()
    expect(sheets[0]?.rows).toHaveLength(1 + 144)
  })

  it('gives every minute of a day back as it was', async () => {
    const { sheets } = await workbookOf({ days: 1, step: 1 })
    const times = sheets[0]?.rows.slice(1).map(([time]) => (time instanceof Date ? time.getTime() : Number.NaN))
    expect(times).toEqual(Array.from({ length: DAY_MINUTES }, (_, n) => Date.UTC(2024, 9, 4) + n * 60_000))
  })

  it('keeps a bold header in sight and gives every column a width', async () => {
    const sheet = (await workbookOf({ days: 1, step: 60 })).sheets[0]
    expect(sheet?.freezePane).toEqual({ rows: 1 })
    expect(sheet?.columns).toHaveLength(CSV_COLUMNS.length)
    expect(sheet?.columns?.slice(0, 8).map((column) => column.width)).toEqual([17, 18, 15, 15, 15, 15, 15, 14])
    for (let column = 0; column < CSV_COLUMNS.length; column++) {
      const cell = sheet?.cells?.get(`0,${column}`)
      expect(cell?.style?.font?.bold).toBe(true)
    }
  })

  it('goes on with further sheets past the row limit, each with its header, and loses no row [API-26]', async () => {
    const { sheets } = await workbookOf({ days: 3, step: 60 }, 31)
    expect(sheets.map((sheet) => sheet.name)).toEqual(['Samples', 'Samples 2', 'Samples 3'])
    for (const sheet of sheets) expect(sheet.rows[0]).toEqual(CSV_COLUMNS)
    expect(sheets.map((sheet) => sheet.rows.length)).toEqual([31, 31, 13])
    const players = sheets.flatMap((sheet) => sheet.rows.slice(1).map((row) => row[2]))
    expect(players).toEqual(Array.from({ length: 72 }, (_, n) => 100 + (n % 24)))
  })

  it('begins no further sheet where the rows end exactly at the limit', async () => {
    const { sheets } = await workbookOf({ days: 1, step: 60 }, 25)
    expect(sheets.map((sheet) => sheet.rows.length)).toEqual([25])
  })

  it('is a whole workbook with a header where there is no sample', async () => {
    const { sheets } = await workbookOf({ days: 0, step: 1 })
    expect(sheets.map((sheet) => sheet.rows)).toEqual([[CSV_COLUMNS]])
  })

  it('holds no formula, whatever the game is called (formula injection in XLSX)', async () => {
    const name = "=cmd|'/c calc'!A1 <b>&\"\u0000\u0008\u001b\ud800\uffff 🎮"
    const workbook = await workbookOf({ days: 1, step: 60, name })
    expect(workbook.properties?.title).toBe("=cmd|'/c calc'!A1 <b>&\"\ufffd 🎮")
    for (const sheet of workbook.sheets)
      for (const cell of sheet.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
  })

  it('throws what the source throws, in mid-stream', async () => {
    const broken = someExport({ days: 1, step: 60, fails: new Error('the disk is gone') })
    await expect(bytesOf(samplesXlsx(broken))).rejects.toThrow('the disk is gone')
  })

  it('closes the source when its reader leaves early', async () => {
    let isClosed = false
    const exported = someExport({ days: 500, step: 1, closed: () => (isClosed = true) })
    for await (const chunk of samplesXlsx(exported)) if (chunk.length > 1000) break
    await expect.poll(() => isClosed).toBe(true)
  })
})
