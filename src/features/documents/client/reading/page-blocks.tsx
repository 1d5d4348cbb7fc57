import { Fragment, type ReactNode } from 'react'
import type { Block, Cell } from './blocks.ts'

/** A page's text at the size of all other text; it reflows at any width. */
export function PageBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid gap-3 leading-relaxed wrap-anywhere">
      {blocks.map((block, index) => (
        // Blocks never change, and equal ones may repeat.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h3 className="mt-3 text-lg first:mt-0">{block.text}</h3>
  if (block.kind === 'paragraph') return <p>{withBlanks(block.text)}</p>
  if (block.kind === 'signature-lines') {
    return (
      <p className="text-ink-soft">
        {`Lines for a signature by hand, empty if you sign here: ${block.labels.join('; ')}.`}
      </p>
    )
  }
  if (block.kind === 'table') return <TableView rows={block.rows} />
  return (
    <ul className="grid gap-2">
      {block.items.map((item) => (
        <li key={item} className="grid grid-cols-[1.25rem_1fr]">
          <span aria-hidden="true" className="mt-2.5 size-1.5 rotate-45 bg-brass-line" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  )
}

/** Lines to write on are shown; a screen reader says that they are empty instead of reading each stroke. */
function withBlanks(text: string): ReactNode {
  const parts = text.split(/([_\u2017]{3,})/u)
  if (parts.length === 1) return text
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // Parts never change, and equal ones may repeat.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        <span aria-hidden="true">{part}</span>
        <span className="sr-only">(empty)</span>
      </Fragment>
    ),
  )
}

/** A table; on a phone each row is a block, and its cells name their columns. */
function TableView({ rows }: { rows: readonly Cell[][] }) {
  const [first] = rows
  const head = first?.every(({ isHead }) => isHead) && rows.length > 1 ? first : null
  return (
    <table className="block border-t border-hairline text-left align-top sm:table sm:w-full">
      {head ? (
        <thead className="hidden sm:table-header-group">
          <RowView cells={head} />
        </thead>
      ) : null}
      <tbody className="block sm:table-row-group">
        {(head ? rows.slice(1) : rows).map((cells, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <RowView key={index} {...{ cells, head }} />
        ))}
      </tbody>
    </table>
  )
}

function RowView({ cells, head }: { cells: readonly Cell[]; head?: readonly Cell[] | null }) {
  return (
    <tr className="block border-b border-hairline py-2 sm:table-row">
      {cells.map(({ isHead, text }, index) => {
        const column = head?.[index]?.text
        const CellTag = isHead ? 'th' : 'td'
        return (
          <CellTag
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            scope={isHead ? (head === undefined ? 'col' : 'row') : undefined}
            className="block align-top font-normal sm:table-cell sm:py-2 sm:pr-4 [th]:text-ink-soft"
          >
            {column ? <span className="text-ink-soft sm:hidden">{`${column}: `}</span> : null}
            <span>{text}</span>
          </CellTag>
        )
      })}
    </tr>
  )
}
