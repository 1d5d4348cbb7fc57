const BUILD = new URL('../../scripts/build.mjs', import.meta.url).href

/** Tests start the server as it ships: a build of the current sources. */
export async function buildServerIfNeeded(): Promise<void> {
  const { buildIfNeeded } = (await import(BUILD)) as {
    buildIfNeeded: (node: string, parts: string[]) => Promise<void>
  }
  await buildIfNeeded(process.execPath, ['server'])
}
