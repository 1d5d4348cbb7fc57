/** Applies the stylesheet that was fetched meanwhile, as if for print, and with it the fonts. */
export function applyStylesheet(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media=print]')) {
    link.media = 'all'
  }
}
