// Closes what a helper opened after each test. Helpers register here and not with vitest: test files share a process and its
// modules, so a vitest hook in the module of a helper would be registered for the first test file only.

const endings = new Set<() => Promise<void>>()

export const afterEachTest = (end: () => Promise<void>): void => void endings.add(end)

export async function endTest(): Promise<void> {
  for (const end of endings) await end()
}
