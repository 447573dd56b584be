/** A file after one that has closed its mock. Jest runs both in one process, and nothing of the mock may be left. */
test('has the network to itself', async () => {
  const error = await fetch('http://no-such-host.invalid/').catch((failure) => failure);
  expect(String(error.cause)).toContain('ENOTFOUND');
});
