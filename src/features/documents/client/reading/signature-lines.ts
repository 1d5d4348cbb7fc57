import type { Block, PageText } from './blocks.ts'

/** Labels of lines that are signed by hand, in English and Afrikaans. */
const LABEL =
  /^(?:(?:client|representative|adviser|witness|full name|name|surname|identity|id\b|passport|signature|signed|place|date|initials|capacity|kliënt|verteenwoordiger|getuie|volle naam|naam|handtekening|plek|datum)[^.:]{0,60}:?|signature of [^.:]{1,40}: [^.:]{1,60})$/iu
const SIGNATURE = /signature|signed|handtekening|leave blank/iu
/** Between labels that are beside one another. */
const BETWEEN = /[_\u2026\u2017]{2,}|\.{4,}| \u00B7 /u

/** The pages with their empty signature lines as one block each: they are signed on paper only. */
export function withSignatureLines(pages: readonly PageText[]): PageText[] {
  return pages.map((blocks) => blocks && grouped(blocks))
}

function grouped(blocks: readonly Block[]): Block[] {
  const found: Block[] = []
  let run: Block[] = []
  const endRun = () => {
    const labels = run.flatMap(labelsOf)
    const isSigned = labels.length > 1 && labels.some((label) => SIGNATURE.test(label))
    found.push(...(isSigned ? [{ kind: 'signature-lines' as const, labels }] : run))
    run = []
  }
  for (const block of blocks) {
    if (labelsOf(block).length > 0) run.push(block)
    else {
      endRun()
      found.push(block)
    }
  }
  endRun()
  return found
}

/** The labels that a block consists of; none where it says anything else. */
function labelsOf(block: Block): string[] {
  if (block.kind !== 'paragraph') return []
  const parts = block.text
    .split(BETWEEN)
    .map((part) => part.trim().replace(/:$/u, ''))
    .filter((part) => part !== '')
  return parts.every((part) => LABEL.test(part)) ? parts : []
}
