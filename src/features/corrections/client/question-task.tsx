import { useState } from 'react'
import { notDone } from '#features/applications/rules/round/done.ts'
import { FinishButton } from './finish-button.tsx'
import type { TaskProps } from './task-props.ts'
import { useFinish } from './use-finish.ts'
import { useReply, REPLY, ReplyField } from './reply-field.tsx'

/** A question from staff, answered with a message. */
export function QuestionTask(props: TaskProps) {
  const message = useReply(props)
  const { finish, ...finishing } = useFinish(props)
  const [missing, setMissing] = useState(false)
  const isEmpty = message.reply.trim() === ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(isEmpty)
        finishing.attempt()
        if (isEmpty) document.getElementById(REPLY)?.focus()
        else finish({ reply: message.reply })
      }}
    >
      <ReplyField
        {...message}
        label="Your answer"
        error={missing && isEmpty ? notDone.question : undefined}
      />
      <FinishButton {...finishing} />
    </form>
  )
}
