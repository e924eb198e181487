// What a helper opened is closed after each test. Helpers say how here and not to vitest: test files share a process and
// its modules, so a hook beside a helper would be heard by the first of them alone.

const endings = new Set<() => Promise<void>>()

export const afterEachTest = (end: () => Promise<void>): void => void endings.add(end)

export async function endTest(): Promise<void> {
  for (const end of endings) await end()
}
