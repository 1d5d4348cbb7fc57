import cluster from 'node:cluster'

// Loaded into the server before anything else: it stops, cleanly, when the script that started it was killed.
// One of several servers has the first of them as its parent, and ends with it anyway.
if (process.channel && cluster.isPrimary) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
