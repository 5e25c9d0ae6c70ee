/** Writes the straight-line codec of the most frequent messages, from the same descriptors as the general codec. */
import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import {
  Frame_ExtendedEntrySchema,
  FrameSchema,
  MessageBodySchema,
  MessagesInConversationResponseBodySchema,
  MessagesPerUserResponseBodySchema,
  NewMessageNotifySchema,
  PropertyItemListSchema,
  PropertyItemSchema,
  ReferenceInfoSchema,
  RequestBodySchema,
  RequestSchema,
  ResponseBodySchema,
  ResponseSchema,
  SendMessageRequestBodySchema,
  SendMessageResponseBodySchema,
} from '../src/schema.ts';

/** All other messages inside these go through the general codec, on their own bytes. */
const HOT: readonly DescMessage[] = [
  Frame_ExtendedEntrySchema,
  ReferenceInfoSchema,
  PropertyItemSchema,
  PropertyItemListSchema,
  MessageBodySchema,
  NewMessageNotifySchema,
  MessagesInConversationResponseBodySchema,
  MessagesPerUserResponseBodySchema,
  SendMessageRequestBodySchema,
  SendMessageResponseBodySchema,
  RequestBodySchema,
  RequestSchema,
  ResponseBodySchema,
  ResponseSchema,
  FrameSchema,
];
/** The only field that may be written directly from its message, without encoding it to bytes first. */
const PAYLOAD: DescField = FrameSchema.field.payload;
/** Bodies with many slots of which one is filled: the code looks for the filled slot instead of testing each slot. */
const BODIES: readonly DescMessage[] = [RequestBodySchema, ResponseBodySchema];

const nameOf = (desc: DescMessage): string =>
  desc.typeName.slice(desc.file.proto.package.length + 1).replaceAll('.', '_');
const isHot = (desc: DescMessage): boolean => HOT.includes(desc);
const widthOf = (field: DescField): string => `${nameOf(field.parent)}_${field.localName}_width`;

const READERS: Partial<Record<ScalarType, string>> = {
  [ScalarType.INT32]: 'int32()',
  [ScalarType.INT64]: 'int64()',
  [ScalarType.UINT64]: 'uint64()',
  [ScalarType.BOOL]: 'bool()',
  [ScalarType.STRING]: 'text(end)',
  [ScalarType.BYTES]: 'raw(end)',
};
const WRITERS: Partial<Record<ScalarType, string>> = {
  [ScalarType.INT32]: 'int32',
  [ScalarType.INT64]: 'int64',
  [ScalarType.UINT64]: 'uint64',
  [ScalarType.BOOL]: 'bool',
  [ScalarType.STRING]: 'text',
  [ScalarType.BYTES]: 'raw',
};

const pick = (from: Partial<Record<ScalarType, string>>, scalar: ScalarType, field: DescField): string => {
  const found = from[scalar];
  if (found === undefined) throw new Error(`${field} has a scalar that no hot message had so far: ${scalar}`);
  return found;
};
const isDelimited = (scalar: ScalarType): boolean => scalar === ScalarType.STRING || scalar === ScalarType.BYTES;
const isTextMap = (field: DescField): boolean =>
  field.fieldKind === 'map' && field.mapKey === ScalarType.STRING && field.scalar === ScalarType.STRING;
const tagOf = (field: DescField, wireType: 0 | 2): number => ((field.number << 3) | wireType) >>> 0;
const scalarOf = (field: DescField): ScalarType =>
  field.fieldKind === 'scalar' || field.fieldKind === 'list' ? (field.scalar ?? ScalarType.INT32) : ScalarType.INT32;

const isRequired = ({ presence }: DescField): boolean => presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
/** One bit for each required field, so that one comparison finds a missing field. */
const requiredBit = (field: DescField): number => 1 << field.parent.fields.filter(isRequired).indexOf(field);

/** The code that reads one field, with the reader at its value. */
function readField(field: DescField): readonly string[] {
  const name = field.localName;
  switch (field.fieldKind) {
    case 'scalar':
    case 'enum': {
      const scalar = scalarOf(field);
      return [
        `case ${tagOf(field, isDelimited(scalar) ? 2 : 0)}:`,
        ...(isRequired(field) ? [`  missing &= ~${requiredBit(field)};`] : []),
        `  m.${name} = r.${pick(READERS, scalar, field)}${field.fieldKind === 'enum' ? ` as s.${field.enum.name}` : ''};`,
        '  break;',
      ];
    }
    case 'message': {
      const value = isHot(field.message)
        ? `read${nameOf(field.message)}(r, r.length(end))`
        : `r.cold(s.${nameOf(field.message)}Schema, end) as s.${nameOf(field.message)}`;
      return [
        `case ${tagOf(field, 2)}:`,
        `  if (m.${name} !== undefined) throw GIVE_UP;`,
        `  m.${name} = ${value};`,
        '  break;',
      ];
    }
    case 'list': {
      if (field.listKind === 'message') {
        const value = isHot(field.message)
          ? `read${nameOf(field.message)}(r, r.length(end))`
          : `r.cold(s.${nameOf(field.message)}Schema, end) as s.${nameOf(field.message)}`;
        return [`case ${tagOf(field, 2)}:`, `  m.${name}.push(${value});`, '  break;'];
      }
      const scalar = scalarOf(field);
      const one = `m.${name}.push(r.${pick(READERS, scalar, field)});`;
      if (isDelimited(scalar)) return [`case ${tagOf(field, 2)}:`, `  ${one}`, '  break;'];
      return [
        `case ${tagOf(field, 0)}:`,
        `  ${one}`,
        '  break;',
        `case ${tagOf(field, 2)}: {`,
        '  const stop = r.length(end);',
        `  while (r.at < stop) ${one}`,
        '  if (r.at !== stop) throw GIVE_UP;',
        '  break;',
        '}',
      ];
    }
    case 'map':
      if (isTextMap(field)) return [`case ${tagOf(field, 2)}:`, `  r.textEntry(end, m.${name});`, '  break;'];
      return [`case ${tagOf(field, 2)}:`, '  throw GIVE_UP;'];
  }
}

function readerOf(desc: DescMessage): readonly string[] {
  const name = nameOf(desc);
  const required = desc.fields.filter(isRequired);
  const own = desc.fields.flatMap((field) =>
    field.fieldKind === 'list'
      ? [`  this.${field.localName} = [];`]
      : field.fieldKind === 'map'
        ? [`  this.${field.localName} = {};`]
        : [],
  );
  const cold = BODIES.includes(desc)
    ? desc.fields.filter((field) => field.fieldKind === 'message' && !isHot(field.message))
    : [];
  const read = desc.fields.filter((field) => !cold.includes(field)).flatMap((field) => readField(field));
  return [
    `const ${name}Shape = shapeOf(s.${name}Schema, function () {`,
    `  this.$typeName = '${desc.typeName}';`,
    ...own,
    '});',
    `const ${name}Numbers: ReadonlySet<number> = new Set(s.${name}Schema.fields.map(({ number }) => number));`,
    ...(cold.length > 0
      ? [`const ${name}Cold = coldSlots(s.${name}Schema, [${cold.map((field) => field.number).join(', ')}]);`]
      : []),
    `function read${name}(r: HotReader, end: number): s.${name} {`,
    `  const m = new ${name}Shape();`,
    ...(required.length > 0 ? [`  let missing = ${2 ** required.length - 1};`] : []),
    '  while (r.at < end) {',
    '    const tag = r.tag();',
    '    switch (tag) {',
    ...read.map((line) => `      ${line}`),
    '      default:',
    `        ${cold.length > 0 ? `if (!readColdSlot(r, tag, end, ${name}Cold, m)) ` : ''}r.unknown(tag, end, ${name}Numbers, m);`,
    '    }',
    '  }',
    '  if (r.at !== end) throw GIVE_UP;',
    ...(required.length > 0 ? ['  if (missing !== 0) throw GIVE_UP;'] : []),
    '  return m;',
    '}',
    '',
  ];
}

const tagBytes = (tag: number): string => {
  if (tag < 0x80) return `w.bytes[w.at++] = ${tag};`;
  if (tag < 0x4000) return `w.bytes[w.at++] = ${(tag & 0x7f) | 0x80}; w.bytes[w.at++] = ${tag >>> 7};`;
  return `w.uint32(${tag});`;
};

/** The code that writes one message value, with `v` as the value. */
function writeChild(field: DescField, child: DescMessage): readonly string[] {
  const tag = tagBytes(tagOf(field, 2));
  if (!isHot(child)) return [tag, `w.cold(s.${nameOf(child)}Schema, v);`];
  const width = widthOf(field);
  return [tag, `const at = w.fork(${width});`, `write${nameOf(child)}(w, v);`, `${width} = w.join(at, ${width});`];
}

function writeField(field: DescField): readonly string[] {
  const name = field.localName;
  switch (field.fieldKind) {
    case 'scalar':
    case 'enum': {
      const scalar = scalarOf(field);
      const put = `${tagBytes(tagOf(field, isDelimited(scalar) ? 2 : 0))} w.${pick(WRITERS, scalar, field)}(m.${name});`;
      if (field === PAYLOAD) {
        return [
          'if (inside !== null) {',
          `  ${tagBytes(tagOf(field, 2))}`,
          `  const at = w.fork(${widthOf(field)});`,
          "  if (inside.$typeName === 'im_proto.Request') writeRequest(w, inside);",
          '  else writeResponse(w, inside);',
          `  ${widthOf(field)} = w.join(at, ${widthOf(field)});`,
          `} else if (owns(m, '${name}')) { ${put} }`,
        ];
      }
      if (isRequired(field)) {
        return [
          `if (m.${name} === undefined || (m.${name} === ${nameOf(field.parent)}Blank.${name} && !owns(m, '${name}'))) throw GIVE_UP;`,
          put,
        ];
      }
      return [
        `if (m.${name} !== undefined && (m.${name} !== ${nameOf(field.parent)}Blank.${name} || owns(m, '${name}'))) { ${put} }`,
      ];
    }
    case 'message':
      return [
        `if (m.${name} !== undefined) {`,
        `  const v = m.${name};`,
        ...writeChild(field, field.message).map((line) => `  ${line}`),
        '}',
      ];
    case 'list': {
      if (field.listKind === 'message') {
        return [
          `for (const v of m.${name}) {`,
          '  w.room(16);',
          ...writeChild(field, field.message).map((line) => `  ${line}`),
          '}',
        ];
      }
      const scalar = scalarOf(field);
      return [
        `for (const v of m.${name}) {`,
        '  w.room(16);',
        `  ${tagBytes(tagOf(field, isDelimited(scalar) ? 2 : 0))}`,
        `  w.${pick(WRITERS, scalar, field)}(v);`,
        '}',
      ];
    }
    case 'map':
      if (isTextMap(field)) return [`w.textEntries(${tagOf(field, 2)}, m.${name});`];
      return [`if (Object.keys(m.${name}).length > 0) throw GIVE_UP;`];
  }
}

function writerOf(desc: DescMessage): readonly string[] {
  const name = nameOf(desc);
  const sorted = [...desc.fields].sort((a, b) => a.number - b.number);
  const widths = sorted
    .filter(
      (field) =>
        field === PAYLOAD ||
        ((field.fieldKind === 'message' || field.fieldKind === 'list') &&
          field.message !== undefined &&
          isHot(field.message)),
    )
    .map((field) => `let ${widthOf(field)} = 2;`);
  const head = [
    `function write${name}(w: HotWriter, m: s.${name}${desc === FrameSchema ? ', inside: s.Request | s.Response | null = null' : ''}): void {`,
    `  if (m.$typeName !== '${desc.typeName}') throw GIVE_UP;`,
  ];
  if (!BODIES.includes(desc)) {
    const needsBlank = sorted.some((field) => field.fieldKind === 'scalar' || field.fieldKind === 'enum');
    return [
      ...widths,
      ...(needsBlank ? [`const ${name}Blank = blank(s.${name}Schema);`] : []),
      ...head,
      '  w.room(0);',
      ...sorted.flatMap(writeField).map((line) => `  ${line}`),
      `  w.unknown(m, ${name}Numbers);`,
      '}',
      '',
    ];
  }
  const hot = sorted.filter((field) => field.fieldKind === 'message' && isHot(field.message));
  return [
    ...widths,
    `const ${name}Slots = coldSlots(s.${name}Schema, [${sorted
      .filter((field) => !hot.includes(field))
      .map((field) => field.number)
      .join(', ')}]);`,
    ...head,
    '  w.room(16);',
    '  switch (onlySlot(m)) {',
    '    case null:',
    '      break;',
    ...hot.flatMap((field) => [
      `    case '${field.localName}': {`,
      `      const v = m.${field.localName};`,
      '      if (v === undefined) throw GIVE_UP;',
      ...(field.fieldKind === 'message' ? writeChild(field, field.message).map((line) => `      ${line}`) : []),
      '      break;',
      '    }',
    ]),
    '    default:',
    `      writeColdSlot(w, ${name}Slots, m);`,
    '  }',
    `  w.unknown(m, ${name}Numbers);`,
    '}',
    '',
  ];
}

/** The text of the generated file. */
export function hotSource(): string {
  return [
    '// Written by scripts/generate-hot.ts from the descriptors of the schema; do not edit. Run: npm run generate',
    "import * as s from '../../schema.ts';",
    "import { coldSlots, onlySlot, readColdSlot, writeColdSlot } from '../bodies.ts';",
    "import { GIVE_UP, type HotReader, shapeOf } from '../reader.ts';",
    "import { blank, type HotWriter, owns } from '../writer.ts';",
    '',
    ...HOT.flatMap(readerOf),
    ...HOT.flatMap(writerOf),
    `export { ${HOT.flatMap((desc) => [`read${nameOf(desc)}`, `write${nameOf(desc)}`]).join(', ')} };`,
    '',
  ].join('\n');
}
