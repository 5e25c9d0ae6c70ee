import { type ChildProcess, spawn } from 'node:child_process';
import { createConnection, createServer } from 'node:net';
import { eventually } from '@pasar/testing';

/** A real SOCKS5 proxy of this machine (microsocks), with a user name and a password. */
export interface RunningProxy {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  kill(): Promise<void>;
}

export async function startProxy(): Promise<RunningProxy> {
  const port = await freePort();
  const [username, password] = ['pasar', 'secret'];
  const child = spawn('microsocks', ['-i', '127.0.0.1', '-p', String(port), '-u', username, '-P', password], {
    stdio: 'ignore',
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  await eventually(() => canConnect(port), 'the proxy to listen');
  return { port, username, password, kill: () => end(child, exited) };
}

async function end(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}

function canConnect(port: number): Promise<true | null> {
  return new Promise((done) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(null));
  });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}
