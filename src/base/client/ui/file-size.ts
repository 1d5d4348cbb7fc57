const KILO = 1024

/** A readable size: "840 bytes", "12 KB", "1.9 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} KB`
  return `${(bytes / KILO / KILO).toFixed(1).replace(/\.0$/, '')} MB`
}
