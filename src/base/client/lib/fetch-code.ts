/**
 * Imports code for a user action. Most browsers cache a failed import until the page is reloaded (whatwg/html#10327),
 * and an earlier release's code is gone, so the page is reloaded if the server is reachable.
 *
 * @throws the import's error if it is not
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
