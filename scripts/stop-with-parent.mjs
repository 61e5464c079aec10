// Loaded into the programs that `npm start` runs. When the script that started them is killed, they
// stop in good order as if asked to, instead of staying behind and holding their ports.
if (process.channel !== undefined) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Listening must not keep a program alive that has nothing else to do.
  process.channel.unref();
}
