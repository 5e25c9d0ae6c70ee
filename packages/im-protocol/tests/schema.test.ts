import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const BUF = join(PACKAGE, '../../node_modules/.bin/buf');

describe('the locked schema', () => {
  let copy: string;
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'im-schema-'));
    for (const name of ['proto', 'buf.yaml', 'schema.lock.binpb'])
      cpSync(join(PACKAGE, name), join(copy, name), { recursive: true });
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  const breaking = (file: string, from: string, to: string): number | null => {
    const path = join(copy, 'proto/im_proto', file);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(from, to);
    expect(after).not.toBe(from === to ? '' : before);
    writeFileSync(path, after);
    return spawnSync(BUF, ['breaking', '--against', 'schema.lock.binpb'], { cwd: copy }).status;
  };

  test('IM-B1 the present schema breaks nothing', () => {
    const done = spawnSync(BUF, ['breaking', '--against', 'schema.lock.binpb'], { cwd: copy, encoding: 'utf8' });
    expect(done.stdout + done.stderr).toBe('');
    expect(done.status).toBe(0);
  });

  test.each([
    ['another number', 'envelope.proto', 'required int32 service = 3;', 'required int32 service = 13;'],
    ['another type', 'envelope.proto', 'required int32 service = 3;', 'required string service = 3;'],
    ['another name', 'envelope.proto', 'required int32 service = 3;', 'required int32 servant = 3;'],
    ['no longer required', 'message.proto', 'required string hint = 2;', 'optional string hint = 2;'],
    ['one instead of many', 'push.proto', 'map<string, string> ext = 9;', 'optional string ext = 9;'],
    ['an enumeration value gone', 'enums.proto', '  FROM_LATEST = 3;\n', ''],
  ])('IM-B1 %s is refused', (_what, file, from, to) => {
    expect(breaking(file, from, to)).not.toBe(0);
  });

  test('IM-B2 a new field is accepted', () => {
    const to = 'required int32 service = 3; optional string later = 60;';
    expect(breaking('envelope.proto', 'required int32 service = 3;', to)).toBe(0);
  });
});
