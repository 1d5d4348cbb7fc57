import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPT = new URL('../../scripts/translatable.mjs', import.meta.url).href
const { findProblems } = (await import(SCRIPT)) as { findProblems: (files: string[]) => string[] }
const FOLDER = fileURLToPath(new URL('../../.tmp/translatable/', import.meta.url))

const types = `
import type { ReactElement, ReactNode } from 'react'
type Props = { shown: boolean; name: string; icon?: ReactElement; children?: ReactNode; names: string[] }
function Sometimes({ shown }: { shown: boolean }) { return shown ? <b>There</b> : null }
function Text({ name }: { name: string }) { return name }
function Box({ children }: { children: ReactNode }) { return <div>{children}</div> }
`

const broken: Record<string, string> = {
  'text beside what comes and goes': '<p>{shown ? <b>!</b> : null} Saved</p>',
  'text beside a component that may show nothing': '<p><Sometimes shown={shown} />Saved</p>',
  'text within a fragment beside what comes and goes': '<p><>Saved</>{shown && <b>!</b>}</p>',
  'a value beside text': '<p>Hello {name}</p>',
  'children of any kind beside an icon': '<button>{icon}{children}</button>',
  'a component that returns text beside another element': '<p><b>Name</b><Text name={name} /></p>',
  'text beside an element in a component': '<Box>Read <a href="/">the terms</a></Box>',
  'text in a fragment that is returned': '<>Read <a href="/">the terms</a></>',
  'a list of texts': '<p>{names.map((one) => one)}</p>',
}

const sound: Record<string, string> = {
  'the only text of an element': '<p>{shown ? name : "No one"}</p>',
  'one sentence as a template': '<p>{`Hello ${name}`}</p>',
  'wrapped text beside what comes and goes': '<p>{icon}<span>{children}</span>{" "}{shown && <b>!</b>}</p>',
  'text beside elements that stay': '<p>Read <a href="/">the terms</a> first.</p>',
  'a list of elements': '<ul>{names.map((one) => <li key={one}>{one}</li>)}</ul>',
}

function problemsOf(cases: Record<string, string>): string[][] {
  mkdirSync(FOLDER, { recursive: true })
  const files = Object.entries(cases).map(([name, jsx]) => {
    const file = path.join(FOLDER, `${name.replaceAll(' ', '-')}.tsx`)
    const body = `export function Planted({ shown, name, icon, children, names }: Props) { return ${jsx} }`
    writeFileSync(file, `${types}${body}\nexport const used = [Sometimes, Text, Box]\n`)
    return file
  })
  const problems = findProblems(files)
  return files.map((file) => problems.filter((line) => line.includes(path.basename(file))))
}

test('every planted text that a translator would break is found, and nothing else', () => {
  const found = problemsOf(broken)
  const cases = Object.keys(broken)
  expect(cases.filter((_, index) => found[index]?.length === 0)).toEqual([])
  expect(problemsOf(sound).flat()).toEqual([])
}, 120_000)
