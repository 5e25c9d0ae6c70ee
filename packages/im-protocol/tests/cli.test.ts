import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { frameToJson, readCapture } from '../src/index.ts';
import { FRAME_A, FRAME_C, FRAME_E } from '../src/sample-frames.ts';

const MAIN = join(import.meta.dirname, '../src/cli/main.ts');

interface Done {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
function im(args: readonly string[], place: Pick<SpawnOptions, 'cwd' | 'env'> = {}): Promise<Done> {
  const child = spawn(process.execPath, [MAIN, ...args], { ...place, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (text.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (text.stderr += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...text }));
  });
}

describe('as a process', () => {
  test('IM-L1 decode prints one JSON object and nothing else', async () => {
    const { code, stdout, stderr } = await im(['decode', '--hex', Buffer.from(FRAME_C).toString('hex')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(frameToJson(FRAME_C));
  });

  test('IM-L5 a mistake is one line on standard error and exit code 1', async () => {
    const { code, stdout, stderr } = await im(['decode', '--hex', Buffer.from(FRAME_E).toString('hex')]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe("im: missing required 'method' at Frame.method\n");
    const base64 = await im(['decode', '--base64', 'abcde']);
    expect(base64).toEqual({ code: 1, stdout: '', stderr: 'im: --base64 is not base64\n' });
  });

  test('IM-L6 files are found from the caller’s folder, even when npm runs the tool in the package’s folder', async () => {
    const caller = mkdtempSync(join(tmpdir(), 'im-caller-'));
    onTestFinished(() => rmSync(caller, { recursive: true }));
    const cwd = join(import.meta.dirname, '..');
    writeFileSync(join(caller, 'c.bin'), FRAME_C);
    const env = { ...process.env, INIT_CWD: caller, npm_package_json: join(cwd, 'package.json') };
    const { code, stdout } = await im(['decode', '--file', 'c.bin'], { cwd, env });
    expect(code).toBe(0);
    writeFileSync(join(caller, 'c.json'), stdout);
    expect(await im(['encode', '--file', 'c.json', '--out', 'again.bin'], { cwd, env })).toMatchObject({ code: 0 });
    expect(new Uint8Array(readFileSync(join(caller, 'again.bin')))).toEqual(FRAME_C);
  });
});

describe('against a server', () => {
  let server: WebSocketServer;
  let url: string;
  let folder: string;
  let received: Buffer[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'im-live-'));
    received = [];
    server = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => 'binary' });
    server.on('connection', (socket) => {
      socket.send('hi');
      socket.on('message', (data: Buffer) => {
        received.push(data);
        socket.send(FRAME_C);
      });
    });
    await new Promise((resolve) => server.once('listening', resolve));
    url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  test('IM-L4 record sends a frame, prints and writes every message; replay sends it again', async () => {
    const question = join(folder, 'a.json');
    const capture = join(folder, 'session.jsonl');
    writeFileSync(question, JSON.stringify(frameToJson(FRAME_A)));
    const recorded = await im(['record', '--url', url, '--send', question, '--out', capture, '--count', '2']);
    expect(recorded).toMatchObject({ code: 0, stderr: '' });
    const lines = recorded.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ direction }) => direction).sort()).toEqual(['in', 'in', 'out']);
    expect(lines.find(({ frame }) => frame?.payload.cmd === 500)).toBeDefined();
    expect(readCapture(readFileSync(capture, 'utf8'))).toHaveLength(3);
    expect(received.map((data) => new Uint8Array(data))).toEqual([FRAME_A]);

    const replayed = await im(['replay', '--file', capture, '--url', url, '--count', '2']);
    expect(replayed).toMatchObject({ code: 0, stderr: '' });
    expect(received.map((data) => new Uint8Array(data))).toEqual([FRAME_A, FRAME_A]);
  });

  test('IM-L5 a missing server is a usage error', async () => {
    const { code, stderr } = await im(['connect', '--url', 'ws://127.0.0.1:1']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^im: ws:\/\/127\.0\.0\.1:1 did not open \(1006\)\n$/);
  });
});
