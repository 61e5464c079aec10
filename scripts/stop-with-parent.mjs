// Preloaded into the programs that `npm start` runs. If the starting script is killed, the programs stop gracefully
// instead of keeping their ports.
if (process.channel !== undefined) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel must not keep an otherwise finished program alive.
  process.channel.unref();
}
