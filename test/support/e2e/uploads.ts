import { expect, type Locator, type Page } from '@playwright/test'

/** A file for the browser. */
export interface GivenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The button of an uploader, by its document. */
export function uploadButton(page: Page, label: string): Locator {
  return page.getByRole('button', {
    name: /^(?:Choose|Replace) /u,
    description: new RegExp(`^${label}`, 'u'),
  })
}

/** Files of one kind, including uploads in progress. */
export function fileList(page: Page, label: string): Locator {
  return page.getByRole('list', { name: `${label}: files` })
}

/** Opens an optional uploader, which is closed on a phone. */
export async function openUploader(page: Page, label: string): Promise<void> {
  const name =
    label === 'Signed FAIS document' ? 'Prefer paper?' : `Add a ${label.toLowerCase().replace(/s$/u, '')}`
  const add = page.getByRole('button', { name, exact: true })
  await expect(uploadButton(page, label).or(add)).toBeVisible()
  if (await add.isVisible()) await add.click()
}

/** Chooses files with the file chooser. */
export async function chooseFiles(page: Page, label: string, files: readonly GivenFile[]): Promise<void> {
  await openUploader(page, label)
  const opened = page.waitForEvent('filechooser')
  await uploadButton(page, label).click()
  await (await opened).setFiles([...files])
}

/** Drops files onto an uploader. */
export async function dropFiles(page: Page, label: string, files: readonly GivenFile[]): Promise<void> {
  const carried = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      return transfer
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  )
  await openUploader(page, label)
  const target = uploadButton(page, label)
  await target.dispatchEvent('dragenter', { dataTransfer: carried })
  await target.dispatchEvent('dragover', { dataTransfer: carried })
  await target.dispatchEvent('drop', { dataTransfer: carried })
  await carried.dispose()
}

/** Expects exactly these files; simultaneous uploads arrive in any order. */
export async function expectUploaded(page: Page, label: string, names: readonly string[]): Promise<void> {
  const rows = fileList(page, label).getByRole('listitem')
  await expect(rows).toHaveCount(names.length)
  for (const name of names) {
    // Inspection has a low priority and is slow beside four browsers.
    await expect(rows.filter({ hasText: name })).toContainText('Uploaded', { timeout: 60_000 })
  }
}
