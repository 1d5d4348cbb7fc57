import { useState } from 'react'
import { notDone } from '#domain/corrections/done.ts'
import { FinishButton } from './finish-button.tsx'
import type { TaskProps } from './task-props.ts'
import { useFinish } from './use-finish.ts'
import { useWords, WORDS, WordsField } from './words-field.tsx'

/** A question of staff, answered in words. */
export function QuestionTask(props: TaskProps) {
  const words = useWords(props)
  const { finish, ...finishing } = useFinish(props)
  const [missing, setMissing] = useState(false)
  const isEmpty = words.reply.trim() === ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(isEmpty)
        if (isEmpty) document.getElementById(WORDS)?.focus()
        else finish({ reply: words.reply })
      }}
    >
      <WordsField {...words} label="Your answer" error={missing && isEmpty ? notDone.question : undefined} />
      <FinishButton {...finishing} />
    </form>
  )
}
