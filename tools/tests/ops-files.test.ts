/** The files of `ops/`, which this machine need not be able to run: each is read by a parser of its format. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { METRICS, readConfig } from '@pasar/server';
import { DockerfileParser } from 'dockerfile-ast';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, 'ops', file), 'utf8');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pasar-ops-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the dashboard of Grafana', () => {
  const dashboard = z
    .object({
      title: z.literal('Pasar'),
      panels: z.array(
        z.object({
          id: z.number(),
          title: z.string().min(1),
          gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
          targets: z.array(z.object({ expr: z.string() })).min(1),
        }),
      ),
    })
    .parse(JSON.parse(read('grafana.json')));
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

  test('asks only for metrics and labels that exist, and for every metric', () => {
    const asked = expressions.flatMap((expression) => [...expression.matchAll(/\b(?:pasar|process)_\w+/g)].map(String));
    const names = new Set(asked.map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    expect([...names].toSorted()).toEqual(Object.keys(METRICS).toSorted());
    for (const name of asked.filter((each) => !(each in METRICS))) {
      const base = name.replace(/_(bucket|count|sum)$/, '');
      expect(METRICS[base as keyof typeof METRICS].type).toBe('histogram');
    }
    const labels = new Set([
      'le',
      'instance',
      ...Object.values(METRICS).flatMap((metric): readonly string[] => metric.labels),
    ]);
    const used = expressions.flatMap((expression) => [
      ...[...expression.matchAll(/(?:by|on|group_left) \(([^)]*)\)/g)].flatMap(([, list]) => (list ?? '').split(', ')),
      ...[...expression.matchAll(/[{,](\w+)(?:=|!)/g)].map(([, label]) => label ?? ''),
    ]);
    expect(used.filter((label) => !labels.has(label))).toEqual([]);
  });

  test('holds no two panels at one place', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)}/${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  test('asks in the language of Prometheus', () => {
    const rules = expressions.map((expression, at) => ({
      record: `panel:${at}`,
      expr: expression.replaceAll('$__rate_interval', '5m'),
    }));
    writeFileSync(join(folder, 'rules.json'), JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    const checked = spawnSync('promtool', ['check', 'rules', join(folder, 'rules.json')], { encoding: 'utf8' });
    expect(`${checked.stdout}${checked.stderr}`).toContain(`SUCCESS: ${expressions.length} rules found`);
  });
});

describe('the unit of systemd', () => {
  const unit = read('pasar.service');
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

  test('starts the script of npm run server', () => {
    const scripts = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).scripts;
    expect(settingOf('ExecStart')).toBe(`/usr/bin/${scripts.server}`);
  });

  test('is accepted by systemd-analyze where there is one', () => {
    const file = join(folder, 'pasar.service');
    // On this machine: Node may be elsewhere, the page and the user do not exist.
    writeFileSync(
      file,
      unit
        .replace('/usr/bin/node', process.execPath)
        .replace(/^(User|Group|Documentation|WorkingDirectory)=.*\n/gm, ''),
    );
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    if (checked.error !== undefined && 'code' in checked.error && checked.error.code === 'ENOENT') return;
    expect([checked.stdout, checked.stderr, checked.status]).toEqual(['', '', 0]);
  });
});

describe('the files of Docker', () => {
  test('the Dockerfile starts the server as an ordinary user, with paths that exist', () => {
    const file = DockerfileParser.parse(read('Dockerfile'));
    const words = (keyword: string) =>
      file
        .getInstructions()
        .filter((instruction) => instruction.getKeyword() === keyword)
        .map((instruction) => instruction.getArgumentsContent());
    expect(file.getInstructions().map((instruction) => instruction.getKeyword())).toEqual(
      expect.arrayContaining(['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'HEALTHCHECK', 'CMD']),
    );
    expect(file.getFROMs().map((from) => from.getImage())).toEqual(['node:24-bookworm-slim']);
    expect(words('USER')).toEqual(['node']);
    const [command] = words('CMD').map((text) => z.array(z.string()).parse(JSON.parse(text ?? '')));
    expect(command?.[0]).toBe('node');
    for (const path of command?.slice(1) ?? []) expect(existsSync(join(ROOT, path))).toBe(true);
  });

  test('the compose file has a database of a version that Pasar takes, and settings that the server reads', () => {
    const environment = z.record(z.string(), z.union([z.string(), z.number()]).transform(String));
    const compose = z
      .object({
        services: z.object({
          database: z.object({ image: z.templateLiteral(['postgres:', z.number()]), environment }),
          pasar: z.object({
            build: z.object({ context: z.literal('..'), dockerfile: z.string() }),
            environment,
            ports: z.array(z.string()),
          }),
        }),
      })
      .parse(parse(read('compose.yaml'), { strict: true, uniqueKeys: true }));
    const { database, pasar } = compose.services;
    expect(Number(database.image.split(':')[1])).toBeGreaterThanOrEqual(16);
    expect(existsSync(join(ROOT, pasar.build.dockerfile))).toBe(true);
    expect(pasar.ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    const filled = Object.fromEntries(
      Object.entries(pasar.environment).map(([name, value]) => [name, value.replaceAll(/\$\{(\w+)[^}]*\}/g, '$1')]),
    );
    const config = readConfig(filled);
    expect(config).toMatchObject({ trustedProxies: ['172.31.64.1'], metrics: { host: '0.0.0.0', port: 9_464 } });
    expect(config.databaseUrl).toBe('postgres://pasar:PASAR_DATABASE_PASSWORD@database:5432/pasar');
    const table = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    for (const name of Object.keys(filled)) expect(table).toContain(`\`${name}\``);
  });
});
