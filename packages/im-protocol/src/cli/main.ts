#!/usr/bin/env node
/** `im <command>`: the protocol at the command line. `im help` lists the commands. */
import { isExpected, run } from './run.ts';

const readStdin = async (): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
};

try {
  await run(process.argv.slice(2), { stdin: readStdin, print: (line) => console.log(line) });
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(`im: ${error.message.replaceAll('\n', ' ')}`);
  process.exitCode = 1;
}
