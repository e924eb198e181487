import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { FILE_FORMATS } from '../../src/files/formats.js'
import { bytesOf, CSV_COLUMNS, someExport } from './some-export.js'

describe('the file formats', () => {
  it('have the same rows', async () => {
    const made = () => someExport({ days: 2, step: 30, revenue: new Map([[20_001, 3.25]]) })
    const text = async (name: 'csv' | 'json') =>
      new TextDecoder().decode(await bytesOf(FILE_FORMATS[name].encode(made())))
    const csv = (await text('csv')).split('\r\n').slice(0, -1)
    expect(csv[0]?.split(',')).toEqual(CSV_COLUMNS)
    const fromCsv = csv.slice(1).map((line) => line.split(','))
    const { data } = JSON.parse(await text('json')) as { data: Record<string, string | number | null>[] }
    const fromJson = data.map((row) => CSV_COLUMNS.map((column) => `${row[column] ?? ''}`))
    expect(fromJson).toEqual(fromCsv)
    const { sheets } = await readXlsx(await bytesOf(FILE_FORMATS.xlsx.encode(made())))
    const shown = (value: unknown) => (value instanceof Date ? value.toISOString() : `${value ?? ''}`)
    const fromXlsx = sheets[0]?.rows.slice(1).map((row) => CSV_COLUMNS.map((_, index) => shown(row[index])))
    expect(fromXlsx).toEqual(fromCsv)
  })

  it('have an ending and a media type each', () => {
    expect(Object.values(FILE_FORMATS).map(({ ending, mediaType }) => `${ending} ${mediaType}`)).toEqual([
      'csv text/csv; charset=utf-8',
      'xlsx application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'json application/json; charset=utf-8',
    ])
  })
})
