/**
 * Fetches code that somebody asked for. A browser keeps what it could not fetch once as failed for as long as the page stands (only
 * since 2026 do some ask again: whatwg/html#10327), and the code of an earlier release is gone: where the server is there all the
 * same, the page is loaded anew, which is the only way on.
 *
 * @throws whatever the import throws; while there is no line, it stays at that
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (await isServerThere()) window.location.reload()
    throw error
  }
}

function isServerThere(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}
