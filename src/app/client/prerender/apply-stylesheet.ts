/** Applies the preloaded stylesheet (`media="print"`), which brings the fonts. */
export function applyStylesheet(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media=print]')) {
    link.media = 'all'
  }
}
