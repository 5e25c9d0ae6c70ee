import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { z } from 'zod';
import { emojiNames } from './emoji-names.ts';
import { precompressed } from './precompressed.ts';

/** Where the product's server listens while the client is developed: `PASAR_PORT`, as for the server itself. */
const server = `http://127.0.0.1:${process.env.PASAR_PORT ?? '4000'}`;
const proxy = { '/api': { target: server, ws: true } };

/**
 * The schema library refers to its writers of JSON Schema from every schema, so that no bundler can tell that they are
 * never called here. They are a tenth of the contract's chunk. Names that are not found any more fail the build.
 */
function withoutJsonSchema(): Plugin {
  const WRITERS = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
  const left = new Set<string>();
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      const [, file] = WRITERS.exec(id) ?? [];
      if (file === undefined) return null;
      left.add(file);
      const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name);
      const names = [...declared, ...renamed].map((name) => `refuse as ${name}`);
      return {
        code: `function refuse() { throw new Error('this client writes no JSON Schema'); }\nexport { ${names.join(', ')} };`,
        map: null,
      };
    },
    buildEnd(error) {
      if (error === undefined && left.size < 2)
        throw new Error('the writers of JSON Schema are elsewhere in this version');
    },
  };
}

/**
 * The schema library words every fault in English. No screen shows its words: what an answer is set aside for names the
 * fault by its code, its path and what was expected.
 */
function withoutFaultWords(): Plugin {
  let left = 0;
  return {
    name: 'without-fault-words',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/locales\/en\.js$/ },
      handler: () => {
        left += 1;
        return { code: "export default () => ({ localeError: () => 'Invalid input' });", map: null };
      },
    },
    buildEnd(error) {
      if (error === undefined && left !== 1)
        throw new Error("the schema library's words are elsewhere in this version");
    },
  };
}

/** What a call is for stands in the server's documentation of its calls; no screen shows it. */
function withoutSummaries(): Plugin {
  let left = 0;
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/api\/src\/.+\.ts$/ },
      handler: (code) => ({
        code: code.replace(/^ +summary: (?:'[^'\n]*'|"[^"\n]*"),\n/gm, () => {
          left += 1;
          return '';
        }),
        map: null,
      }),
    },
    buildEnd(error) {
      if (error === undefined && left === 0) throw new Error('summaries of calls are written in another way now');
    },
  };
}

/** The HTTP status of a refusal is what the server answers with; a window reads the code of the refusal alone. */
function withoutStatuses(): Plugin {
  let left = 0;
  return {
    name: 'without-statuses',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/domain\/src\/reason-table\.ts$/ },
      handler: (code) => ({
        code: code.replace(/(?<=^ {2}\w+: \{.*) status: \d{3},/gm, () => {
          left += 1;
          return '';
        }),
        map: null,
      }),
    },
    buildEnd(error) {
      if (error === undefined && left === 0) throw new Error('statuses of reasons are written in another way now');
    },
  };
}

/** What the client's own code names. */
function codesInSource(): ReadonlySet<string> {
  const folder = new URL('src/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  return new Set(
    files.flatMap((name) =>
      [...readFileSync(new URL(name, folder), 'utf8').matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, code = '']) => code),
    ),
  );
}

/**
 * A refusal of a call brings its sentence along. Reasons that refuse nothing but calls, and never stand in a row of data,
 * are looked up here only where the client refuses by itself.
 */
function withoutAnsweredReasons(): Plugin {
  const ANSWERED =
    /^(automatic_(parts|videos)|bulk_send|buyer_tag|chat_setting|conversation_views?|faq|keywords?|order_numbers|passkey|reach|second_factor|sign_on|suggestion|username|welcome)_|^buyer_tags_full$|_form$|^password_(common|mismatch|only_digits|too_short)$|^import_(empty|too_many_rows|unreadable)$|^quick_reply_(columns_missing|file_empty)$|^(account_exists|api_tokens_full|assignment_rules_full|buyer_notes_full|codes_missing|favorites_full|order_care_off|owner_link_invalid|present_password_wrong|registration_closed|remarks_full|reply_videos_full|sub_accounts_full|task_already_created|task_create_failed)$/;
  let left = 0;
  let named: ReadonlySet<string> = new Set();
  return {
    name: 'without-answered-reasons',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      named = codesInSource();
    },
    transform: {
      filter: { id: /\/packages\/api\/src\/reasons\/[\w-]+\.json$/ },
      handler: (code) => {
        const all: Readonly<Record<string, string>> = JSON.parse(code);
        const kept = Object.entries(all).filter(([reason]) => !ANSWERED.test(reason) || named.has(reason));
        left += Object.keys(all).length - kept.length;
        return { code: JSON.stringify(Object.fromEntries(kept)), map: null };
      },
    },
    buildEnd(error) {
      if (error === undefined && left === 0) throw new Error('the sentences of reasons are elsewhere now');
    },
  };
}

/**
 * The server parses what it is given, by the input of the call, and judges who may call. A window sends what the
 * compiler has checked, and reads answers by the output alone.
 */
function withoutServersPart(): Plugin {
  let left = 0;
  return {
    name: 'without-servers-part',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/api\/src\/calls\/.+\.ts$/ },
      handler: (code) => ({
        code: code.replace(/^ {2}(input: .+?^(?= {2}output: )|access: [^\n]+\n)/gms, () => {
          left += 1;
          return '';
        }),
        map: null,
      }),
    },
    buildEnd(error) {
      if (error === undefined && left === 0) throw new Error('inputs of calls are written in another way now');
    },
  };
}

/**
 * Node needs to be told that a file is JSON. Vite gives it to the browser as a script, which a browser that was told so
 * refuses; a build has no such import left.
 */
const withoutImportAttributes = (): Plugin => ({
  name: 'without-import-attributes',
  apply: 'serve',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/.+\.ts$/, code: /type: 'json'/ },
    handler: (code) => ({
      code: code.replaceAll(", { with: { type: 'json' } }", '').replaceAll(" with { type: 'json' }", ''),
      map: null,
    }),
  },
});

/**
 * The name of a class says its file and what it is for. The library's own names end in line numbers as well, which
 * compress badly in the scripts.
 */
function scopedName(name: string, file: string): string {
  return `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)}`;
}

/** The version of the build, which the page compares with the server's. */
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

/** The texts that the lists of the chat need to be painted. */
const TEXTS_OF_START = /src\/(base\/texts|features\/chat|reasons)\/(locales\/)?[\w-]+\.json$/;
/** The texts that an open conversation and its panel always need, and what tells of news in every window. */
const TEXTS_OF_CHAT =
  /src\/(reasons\/deliveries|base\/(parts|remarks)|features\/(automation|alerts\/news|after-sales\/reminder|response-rules\/news|chat\/(cards|conversations|quick-replies|reach|side\/buyer|tags|together)))\/(locales\/)?[\w-]+\.json$/;

export default defineConfig({
  define: { __PASAR_VERSION__: JSON.stringify(version) },
  css: { modules: { generateScopedName: scopedName } },
  plugins: [
    react(),
    withoutJsonSchema(),
    withoutFaultWords(),
    withoutSummaries(),
    withoutStatuses(),
    withoutServersPart(),
    withoutAnsweredReasons(),
    withoutImportAttributes(),
    emojiNames(),
    precompressed(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The page's policy allows no data: scripts or fonts; small pictures are inlined as it allows.
    modulePreload: {
      polyfill: false,
      // A screen that is loaded on demand shares few scripts that are not loaded already: the lists of what to preload
      // weigh more than they save. Its styles must be there before it is drawn.
      resolveDependencies: (_name, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    sourcemap: true,
    rolldownOptions: {
      // Ours do nothing by being imported: what no screen uses, such as all languages' reasons at once, stays out.
      treeshake: {
        moduleSideEffects: (id) => !/\/packages\/(api|domain|sync)\/src\//.test(id),
        // Making a schema does nothing else, so one that only the server reads stays out.
        manualPureFunctions: ['z'],
      },
      output: {
        codeSplitting: {
          groups: [
            // One chunk, so that `no-eval.ts` runs before the first schema is made.
            {
              name: 'contract',
              // Left out is what comes with its screen: hosts of back offices, the calls and facts of features other than
              // the account, the chat and the shops, of the chat's calls those about goods, videos and finding, what an
              // answer waits for, the guard of texts, automatic messages, quick replies, translation, routes, buyers, remarks, videos that are read and sent.
              test: /no-eval\.ts$|node_modules\/zod\/|packages\/(api|domain|sync)\/(?!src\/(audit|auto-reply|timer|bulk-send|order-care|send-limits|text-match|due-time|remark|order-book|statistics|returns|reviews|notifications|readings|currency|team|registration|retention|webhook|shop-groups|login-life|alerts|back-office|own-hosts|video-file|order-tabs|order-vocabulary|response-rule-sources|thanks|facts\/(automatic|bulk-send|order-care|send-tasks|buyers|remarks|order-book|webhooks|goods|offers|order-detail|orders|sign-ins|video-parts|voucher-detail|vouchers)|send-guard|other-language|language|translation|routing|buyer|desk\/put-[\w-]+|state\/awaited|(\w+\/)?quick-replies|calls\/(?!account|chat\.|chat-calls|chat-sending|shops|index|features))).*\.ts$/,
              priority: 8,
            },
            // What the desk and the dialogs over it share would be many small files, which compress worse than one.
            {
              name: 'desk',
              test: /src\/(ui\/(?!antd-provider|plain-page|search-box|file-button|save-file|use-seconds-until|text-field|dialog-field|number-field|form-problem|only-some)[\w-]+|base\/(may|undelivered|layout|open-chat-settings|shops\/(order|health|need-picker-texts|overlay|told-expired|way-back-in|use-health)|texts\/(country-name|list-text|time-format))|features\/chat\/((cards|tags|shops)\/need-texts|pictures\/(local-pictures|picture-source)|texts\/(?!content-text)[\w-]+|messages\/waited-offer|place\/(selection|sought|open-actions|open-composer)))\.tsx?$/,
              priority: 7,
            },
            // What an open conversation and the panel beside it always need, for the same reason.
            {
              name: 'beside',
              test: /src\/(base\/texts\/(language-name|money-text)|features\/chat\/(tab\/as-of|cards\/(as-of-words|thumb-picture)))\.tsx?$/,
              priority: 7,
            },
            // What comes before the first paint, each with all that it imports.
            { name: 'main', test: /src\/main\.tsx$/, priority: 6 },
            { name: 'desk-window', test: /src\/shell\/desk-window\.tsx$/, priority: 6 },
            { name: 'chat-page', test: /src\/features\/chat\/page\/chat-page\.tsx$/, priority: 6 },
            // What the chat and the other pages ask the server with.
            {
              name: 'look-up',
              test: /node_modules\/@tanstack\/(react-query|query-core)\/|src\/base\/(look-up|look-up-pages|looked-up|colleagues|sought-row|order-address|colors\/color-dot|remarks\/[\w-]+|parts\/(need-texts|texts))\.tsx?$|packages\/(domain|api|sync)\/src\/(\w+\/)?(quick-replies|buyers?|buyer-tags|conversation-lists|back-office|put-parts)\.ts$/,
              priority: 5,
            },
            // What is fetched behind it. Code that several of them share belongs to the first, which every page fetches.
            {
              name: 'bar-news',
              test: /src\/(shell\/(bar-news|mentions-entry|use-jump)|features\/(alerts\/news\/alert-entry|after-sales\/reminder\/reminder-entry|response-rules\/news\/due-warnings|remarks\/news\/remarks-entry|automation\/stop-entry|chat\/reach\/reach-entry))\.tsx?$/,
              priority: 4,
            },
            {
              name: 'open-conversation',
              test: /src\/features\/chat\/(page\/open-conversation|messages\/(thanks-offer|waited-offer)|translation\/incoming-translations|suggestions\/suggestion-button|conversations\/round)\.tsx?$/,
              priority: 3,
            },
            {
              name: 'panel',
              test: /src\/features\/chat\/(side\/(load-tabs|buyer\/(load-panel|load-buyer-tags|buyer-tags))|quick-replies\/picker|conversations\/bulk\/newest-action)\.tsx?$/,
              priority: 2,
            },
            // Of each language, the texts of the lists, and those of what is fetched behind them.
            { name: (id) => `start-texts-${basename(id, '.json')}`, test: TEXTS_OF_START, priority: 6 },
            { name: (id) => `chat-texts-${basename(id, '.json')}`, test: TEXTS_OF_CHAT, priority: 6 },
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|react-router|react-i18next|i18next|scheduler)\//,
              priority: 9,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy },
  preview: { host: '127.0.0.1', port: 4173, proxy },
});
