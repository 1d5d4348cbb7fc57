/** Folders of words and dashes, never two slashes in a row, then a query. */
const PAGE_PATH = /^(?=\/)(?!\/api)(?:\/[\w-]+)*\/?(?:\?[^\s\\#"<>\p{C}\P{ASCII}]*)?$/u

/**
 * The check of every address that a request asks to be sent to: a path of this site's pages, returned as it came, since
 * a value rebuilt after its check is another one. Null for anything else, also for what a browser would rewrite.
 */
export function pagePathOf(address: string): string | null {
  return PAGE_PATH.test(address) ? address : null
}
