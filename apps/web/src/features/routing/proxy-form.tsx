import type { IpSubjectView, TestedHost } from '@pasar/api';
import { type Country, PROXY_KINDS, PROXY_TYPES, type ProxyKind, type ProxyType } from '@pasar/domain';
import { type ClipboardEvent, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { saveProxy, testProxy } from './commands.ts';
import { exitWarning, testedText } from './exit-text.ts';
import styles from './proxy-form.module.css';
import { readProxyLine } from './proxy-lines.ts';

/** What the form saves: the proxy for all shops, or a named subject that logins are bound to. */
export interface ProxyTarget {
  readonly scope: 'custom_global' | 'platform';
  /** Null for a new one. */
  readonly changed: IpSubjectView | null;
}

interface Values {
  readonly name: string;
  readonly kind: ProxyKind;
  readonly type: ProxyType;
  readonly host: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  readonly hosts: string;
}
const EMPTY: Values = {
  name: '',
  kind: 'static',
  type: 'http',
  host: '',
  port: '',
  username: '',
  password: '',
  hosts: '',
};

/** All values except the password, which the server never sends. */
const valuesOf = (subject: IpSubjectView): Values => ({
  name: subject.name,
  kind: subject.proxy_type,
  type: subject.type,
  host: subject.ip,
  port: String(subject.port),
  username: subject.username ?? '',
  password: '',
  hosts: subject.ip_list.filter((ip) => ip !== subject.ip).join('\n'),
});

/** An example address that is never assigned (RFC 5737). */
const EXAMPLE_HOST = '203.0.113.10';

const REQUIRED = ['name', 'host', 'port'] as const;
type Required = (typeof REQUIRED)[number];
const MISSING_TEXTS = { name: 'field.nameMissing', host: 'field.hostMissing', port: 'field.portMissing' } as const;

/** The fields that must be filled in before a test (spec 1 §5). */
function missingOf(values: Values, isNamed: boolean): readonly Required[] {
  const port = values.port.trim();
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
  return REQUIRED.filter((field) =>
    field === 'port' ? !isPort : values[field].trim() === '' && (field === 'host' || isNamed),
  );
}

type Test =
  | { readonly state: 'none' }
  | { readonly state: 'running' }
  | { readonly state: 'good'; readonly token: string; readonly hosts: readonly TestedHost[] }
  | { readonly state: 'bad'; readonly text: string };

/** Only tested values can be saved (spec 1 §5): a change of any value discards the test. */
export function ProxyForm(props: {
  readonly target: ProxyTarget;
  /** Of the shops that use the proxy already. */
  readonly countries: readonly Country[];
  readonly onSaved: (subject: IpSubjectView) => void;
}) {
  const { t } = useTranslation('routing');
  const { target } = props;
  const { changed } = target;
  const [values, setValues] = useState(() => (changed === null ? EMPTY : valuesOf(changed)));
  const { test, isSaving, saveProblem, run, save, forget } = useProxy(target, props.onSaved);
  const set = (over: Partial<Values>) => {
    setValues({ ...values, ...over });
    forget();
  };
  /** A provider's whole line in the field of the host fills the other fields too. */
  const pasteLine = (event: ClipboardEvent) => {
    const line = readProxyLine(event.clipboardData.getData('text'));
    if (line === null) return;
    event.preventDefault();
    set({ ...line, type: line.type ?? values.type });
  };
  const isNamed = target.scope === 'platform';
  const form = useRef<HTMLFormElement>(null);
  // A form that opened under its row takes the focus; the form for all shops is there from the start of its page.
  const isOpened = isNamed && changed !== null;
  useEffect(() => {
    if (isOpened) form.current?.querySelector('input')?.focus();
  }, [isOpened]);
  const [asked, setAsked] = useState(0);
  // Focuses the first missing field at each attempt.
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked]);
  const missing = missingOf(values, isNamed);
  const problemOf = (field: Required) => (asked > 0 && missing.includes(field) ? t(MISSING_TEXTS[field]) : null);
  const tryIt = () => {
    setAsked(asked + 1);
    if (missing.length === 0) run(values);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (test.state === 'good') save(values, test.token);
    else tryIt();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} aria-busy={test.state === 'running' || isSaving}>
      {isNamed && (
        <Line label={t('field.name')} problem={problemOf('name')}>
          {(field) => (
            <input
              {...field}
              value={values.name}
              maxLength={80}
              onChange={(e) => set({ name: e.currentTarget.value })}
            />
          )}
        </Line>
      )}
      <Line label={t('field.type')}>
        {(field) => (
          <Select
            {...field}
            value={values.type}
            onChange={(e) => set({ type: PROXY_TYPES.find((type) => type === e.currentTarget.value) ?? 'http' })}
          >
            {PROXY_TYPES.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </Select>
        )}
      </Line>
      <div className={styles.pair} data-pair="address">
        <Line label={t('field.host')} problem={problemOf('host')}>
          {(field) => (
            <input
              {...field}
              value={values.host}
              maxLength={253}
              spellCheck={false}
              placeholder={EXAMPLE_HOST}
              onPaste={pasteLine}
              onChange={(e) => set({ host: e.currentTarget.value })}
            />
          )}
        </Line>
        <Line label={t('field.port')} problem={problemOf('port')}>
          {(field) => (
            <input
              {...field}
              value={values.port}
              inputMode="numeric"
              maxLength={5}
              onChange={(e) => set({ port: e.currentTarget.value })}
            />
          )}
        </Line>
      </div>
      <div className={styles.pair}>
        <Line label={t('field.username')}>
          {(field) => (
            <input
              {...field}
              value={values.username}
              autoComplete="off"
              onChange={(e) => set({ username: e.currentTarget.value })}
            />
          )}
        </Line>
        <Line label={t('field.password')} hint={changed?.hasPassword === true ? t('field.passwordAnew') : null}>
          {(field) => (
            <input
              {...field}
              type="password"
              value={values.password}
              autoComplete="off"
              onChange={(e) => set({ password: e.currentTarget.value })}
            />
          )}
        </Line>
      </div>
      {isNamed && <Rotation values={values} onChange={set} />}
      <Outcome test={test} saveProblem={saveProblem} countries={props.countries} />
      <footer className={styles.actions}>
        <Button kind="plain" disabled={test.state === 'running'} onClick={tryIt}>
          {t('test')}
        </Button>
        <Button kind="primary" type="submit" disabled={test.state !== 'good' || isSaving}>
          {t('save')}
        </Button>
      </footer>
    </form>
  );
}

const KIND_TEXTS = { static: 'kind.static', rotating: 'kind.rotating', 'ms-http': 'kind.msHttp' } as const;

function Rotation({
  values,
  onChange,
}: {
  readonly values: Values;
  readonly onChange: (over: Partial<Values>) => void;
}) {
  const { t } = useTranslation('routing');
  return (
    <>
      <Line label={t('field.kind')}>
        {(field) => (
          <Select
            {...field}
            value={values.kind}
            onChange={(e) => onChange({ kind: PROXY_KINDS.find((kind) => kind === e.currentTarget.value) ?? 'static' })}
          >
            {PROXY_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(KIND_TEXTS[kind])}
              </option>
            ))}
          </Select>
        )}
      </Line>
      {values.kind !== 'static' && (
        <Line label={t('field.hosts')}>
          {(field) => (
            <textarea
              {...field}
              rows={3}
              value={values.hosts}
              onChange={(e) => onChange({ hosts: e.currentTarget.value })}
            />
          )}
        </Line>
      )}
    </>
  );
}

function Outcome(props: {
  readonly test: Test;
  readonly saveProblem: string | null;
  readonly countries: readonly Country[];
}) {
  const { t } = useTranslation('routing');
  const locale = useLocale();
  const { test, saveProblem, countries } = props;
  const bad = saveProblem ?? (test.state === 'bad' ? test.text : null);
  if (bad !== null) {
    return (
      <p className={styles.bad} role="alert">
        {bad}
      </p>
    );
  }
  const warnings =
    test.state === 'good' ? test.hosts.flatMap(({ exit }) => exitWarning(exit, countries, locale, t) ?? []) : [];
  return (
    <>
      <p className={test.state === 'good' ? styles.good : styles.hint} role="status" data-test={test.state}>
        {test.state === 'good'
          ? testedText(test.hosts, locale, t)
          : t(test.state === 'running' ? 'test.running' : 'test.hint')}
      </p>
      {warnings[0] !== undefined && (
        <p className={styles.warning} role="alert">
          {warnings[0]}
        </p>
      )}
    </>
  );
}

function useProxy(target: ProxyTarget, onSaved: (subject: IpSubjectView) => void) {
  const { t } = useTranslation('common');
  const [test, setTest] = useState<Test>({ state: 'none' });
  const [isSaving, setIsSaving] = useState(false);
  const [saveProblem, setSaveProblem] = useState<string | null>(null);
  // Numbers the tests: the answer of an earlier test is about values that the form no longer has.
  const newest = useRef(0);
  const forget = () => {
    newest.current += 1;
    setTest({ state: 'none' });
    setSaveProblem(null);
  };
  const run = (values: Values) => {
    forget();
    setTest({ state: 'running' });
    const asked = newest.current;
    void testProxy(toWire(values)).then((result) => {
      if (newest.current !== asked) return;
      setTest(
        result.ok
          ? { state: 'good', token: result.data.testToken, hosts: result.data.hosts }
          : { state: 'bad', text: failureText(result.failure, t) },
      );
    });
  };
  const save = (values: Values, testToken: string) => {
    setIsSaving(true);
    const wire = { ...toWire(values), testToken };
    void saveProxy(
      target.scope === 'custom_global'
        ? { scope: 'custom_global', ...wire }
        : {
            scope: 'platform',
            name: values.name.trim(),
            kind: values.kind,
            ...(target.changed === null ? {} : { ipSubjectId: target.changed.ip_partition_subject_id }),
            ...wire,
          },
    ).then((result) => {
      setIsSaving(false);
      if (result.ok) onSaved(result.data.subject);
      else setSaveProblem(failureText(result.failure, t));
    });
  };
  return { test, isSaving, saveProblem, run, save, forget };
}

const toWire = (values: Values) => ({
  type: values.type,
  host: values.host.trim(),
  port: values.port.trim(),
  username: values.username,
  password: values.password,
  hosts:
    values.kind === 'static'
      ? []
      : values.hosts
          .split(/[\s,;]+/)
          .map((host) => host.trim())
          .filter((host) => host !== ''),
});

/** The ids that connect a field with its label and its error. */
interface FieldMarks {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

function Line(props: {
  readonly label: string;
  readonly problem?: string | null;
  readonly hint?: string | null;
  readonly children: (field: FieldMarks) => ReactNode;
}) {
  const id = useId();
  const { problem = null, hint = null } = props;
  const below = problem === null && hint === null ? undefined : `${id}-below`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{props.label}</label>
      {props.children({ id, 'aria-invalid': problem !== null, 'aria-describedby': below })}
      {problem !== null && (
        <p id={below} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {problem === null && hint !== null && (
        <p id={below} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
