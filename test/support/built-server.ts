const BUILD = new URL('../../scripts/build.mjs', import.meta.url).href

/** What tests start as processes is the server as it ships: built, of these very sources. */
export async function buildServerIfNeeded(): Promise<void> {
  const { buildIfNeeded } = (await import(BUILD)) as {
    buildIfNeeded: (node: string, parts: string[]) => Promise<void>
  }
  await buildIfNeeded(process.execPath, ['server'])
}
