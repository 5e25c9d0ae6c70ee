import pg from 'pg';

/** Runs over a connection of its own, which is closed at the end. */
export async function withClient<Value>(
  config: pg.ClientConfig,
  run: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client(config);
  // A connection that breaks between two statements only emits this event; the next statement rejects.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
