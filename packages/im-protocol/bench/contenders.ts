/** Generates and bundles the compared codecs; each bundle has the same three functions. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

export interface Codec {
  /** Decodes the frame, then the response, into objects of the library. */
  readonly decode: (bytes: Uint8Array) => { readonly frame: unknown; readonly response: unknown };
  readonly encode: (decoded: { readonly frame: unknown; readonly response: unknown }) => Uint8Array;
}
export interface Contender {
  readonly name: string;
  readonly codec: Codec;
  /** The gzip size of the minified bundle with the two functions and their dependencies. */
  readonly gzipBytes: number;
}

const PACKAGE = join(import.meta.dirname, '..');
const ROOT = join(PACKAGE, '../..');
const BIN = join(ROOT, 'node_modules/.bin');

const ENTRIES: Readonly<Record<string, string>> = {
  'this package': `
    import { decodeFrame, encodeFrameAround, responseIn } from '${PACKAGE}/src/codec.ts';
    export const decode = (bytes) => { const frame = decodeFrame(bytes); return { frame, response: responseIn(frame) }; };
    export const encode = ({ frame, response }) => encodeFrameAround(frame, response);`,
  '@bufbuild/protobuf': `
    import { fromBinary, toBinary } from '@bufbuild/protobuf';
    import { FrameSchema, ResponseSchema } from '${PACKAGE}/src/gen/im_proto/envelope_pb.ts';
    export const decode = (bytes) => { const frame = fromBinary(FrameSchema, bytes); return { frame, response: fromBinary(ResponseSchema, frame.payload) }; };
    export const encode = ({ frame, response }) => toBinary(FrameSchema, { ...frame, payload: toBinary(ResponseSchema, response) });`,
  'protobufjs static': `
    import root from './pbjs.js';
    const { Frame, Response } = root.im_proto;
    export const decode = (bytes) => { const frame = Frame.decode(bytes); return { frame, response: Response.decode(frame.payload) }; };
    export const encode = ({ frame, response }) => Frame.encode({ ...frame, payload: Response.encode(response).finish() }).finish();`,
  'ts-proto': `
    import { Frame, Response } from './ts-proto/im_proto/envelope.ts';
    export const decode = (bytes) => { const frame = Frame.decode(bytes); return { frame, response: Response.decode(frame.payload) }; };
    export const encode = ({ frame, response }) => Frame.encode({ ...frame, payload: Response.encode(response).finish() }).finish();`,
  'protobuf-ts': `
    import { Frame, Response } from './protobuf-ts/im_proto/envelope.ts';
    export const decode = (bytes) => { const frame = Frame.fromBinary(bytes); return { frame, response: Response.fromBinary(frame.payload) }; };
    export const encode = ({ frame, response }) => Frame.toBinary({ ...frame, payload: Response.toBinary(response) });`,
};

const BUF_TEMPLATE = {
  version: 'v2',
  plugins: [
    {
      local: 'protoc-gen-ts_proto',
      out: 'ts-proto',
      opt: ['forceLong=bigint', 'importSuffix=.ts', 'esModuleInterop=true'],
    },
    { local: 'protoc-gen-ts', out: 'protobuf-ts', opt: ['long_type_bigint', 'optimize_speed'] },
  ],
};

function run(binary: string, args: readonly string[]): void {
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` };
  execFileSync(join(BIN, binary), args, { cwd: PACKAGE, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function generate(folder: string): void {
  writeFileSync(join(folder, 'buf.gen.json'), JSON.stringify(BUF_TEMPLATE));
  run('buf', ['generate', '--template', join(folder, 'buf.gen.json'), '-o', folder]);
  run('pbjs', [
    '-t',
    'static-module',
    '-w',
    'es6',
    '-p',
    'proto',
    '-o',
    join(folder, 'pbjs.js'),
    'proto/im_proto/envelope.proto',
  ]);
}

/** Size of the straight-line codec alone: without the library, the schema and the general codec. */
export async function hotCodecBytes(): Promise<number> {
  const small = await build({
    entryPoints: [join(PACKAGE, 'src/hot/hot-codec.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
    write: false,
    external: ['@bufbuild/*'],
    plugins: [
      {
        name: 'the rest of the package',
        setup: ({ onResolve }) => {
          onResolve({ filter: /(schema|general)\.ts$/ }, ({ path }) => ({ path, external: true }));
        },
      },
    ],
  });
  return gzipSync(small.outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
}

/** Written below node_modules, where the bundler finds every library and git ignores the files. */
export async function contenders(): Promise<readonly Contender[]> {
  const folder = join(ROOT, 'node_modules/.cache/im-protocol-bench');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  generate(folder);
  const found: Contender[] = [];
  for (const [name, source] of Object.entries(ENTRIES)) {
    const stem = name.replaceAll(/\W+/g, '-');
    const entry = join(folder, `${stem}.entry.ts`);
    writeFileSync(entry, source);
    const outfile = join(folder, `${stem}.mjs`);
    const common = { bundle: true, format: 'esm', platform: 'node', target: 'node24' } as const;
    await build({ ...common, entryPoints: [entry], outfile });
    const small = await build({ ...common, entryPoints: [entry], minify: true, write: false });
    const gzipBytes = gzipSync(small.outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
    const codec: Codec = await import(pathToFileURL(outfile).href);
    found.push({ name, codec, gzipBytes });
  }
  return found;
}
