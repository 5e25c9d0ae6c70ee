import { KEPT_TABLES } from '../../records/kept/tables.ts';

/** What stands in the zip, for the person who opens it. */
export function readmeOf(now: number): string {
  const tables = Object.entries(KEPT_TABLES);
  const written = tables.flatMap(([name, { holds, until, exported }]) =>
    exported.kind === 'rows'
      ? [
          `tables/${name}.jsonl`,
          `  ${holds}`,
          `  kept ${until}`,
          ...(exported.secrets.length === 0 ? [] : [`  without ${exported.secrets.join(', ')}`]),
          ...(exported.files === null ? [] : [`  bytes of "${exported.files.column}" as files in files/${name}/`]),
        ]
      : [],
  );
  const left = tables.flatMap(([name, { exported, account }]) =>
    exported.kind === 'never' && account !== null ? [`  ${name}: ${exported.why}`] : [],
  );
  return [
    `Pasar: everything of one account, as it was at ${new Date(now).toISOString()}.`,
    '',
    'Each file below tables/ has one JSON object in a line, in UTF-8. Numbers of time are milliseconds since 1970.',
    'Positions and ids of marketplaces may be larger than what some programs read exactly as a number.',
    '',
    'The file holds what the main account may read. Quick replies that one member keeps to itself stay out, because the',
    'main account may not read them either.',
    '',
    ...written,
    '',
    'Left out:',
    ...left,
    '',
  ].join('\n');
}
