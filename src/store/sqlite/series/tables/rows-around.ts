// Reads the rows around a broken page of a table.
import { isUnreadable } from '../../connection.js'

/**
 * The rows of a range of weeks in one query. Where a page among them is broken: those that can be read one by one, and
 * `hidden` in place of the others.
 */
export function rowsAround<Row>(
  all: () => Row[],
  { from, until }: { readonly from: number; readonly until: number },
  one: (week: number) => Row | undefined,
  hidden: (week: number) => Row | undefined = () => undefined,
): Row[] {
  try {
    return all()
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
  const rows: Row[] = []
  for (let week = from; week <= until; week++) {
    const row = readOne(week, one, hidden)
    if (row !== undefined) rows.push(row)
  }
  return rows
}

function readOne<Row>(
  week: number,
  one: (week: number) => Row | undefined,
  hidden: (week: number) => Row | undefined,
): Row | undefined {
  try {
    return one(week)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return hidden(week)
  }
}
