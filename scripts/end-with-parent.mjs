// Loaded into the server before anything else: it stops, cleanly, when the script that started it was killed.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
