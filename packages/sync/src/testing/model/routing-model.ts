import { CALLS, type CallOutput, type IpSubjectView } from '@pasar/api';
import type { RoutingLine } from '@pasar/domain';
import type { z } from 'zod';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, answering, GONE } from './answers.ts';

/** Proxies, and by which of them each connection leaves, as a test sets them. */
export class RoutingModel {
  readonly subjects: IpSubjectView[] = [];
  /** By connection. */
  readonly lines = new Map<string, RoutingLine>();
  /** The proxy of a connection, by connection. */
  readonly bindings = new Map<string, string>();
  /** The exit that every test finds. */
  exit: IpSubjectView['exit'] = null;
  /** The proxy that the operator gives to every account; null for none. */
  boost: CallOutput<typeof CALLS.routing.getBoosterProxy>['proxy'] = null;

  add(name: string): string {
    const id = uuidOf(`proxy ${name}`);
    this.subjects.push({
      ip_partition_subject_id: id,
      scope: 'platform',
      name,
      ip: '203.0.113.10',
      ip_list: [],
      port: 8080,
      type: 'http',
      proxy_type: 'static',
      username: null,
      hasPassword: false,
      gmt_refresh: null,
      exit: null,
      user_list: [],
    });
    return id;
  }

  readonly answers: Answers = new Map([
    answering(CALLS.routing.listSubjects, () => {
      const lines = [...this.lines].map(([connectionId, line]) => ({ connectionId, line }));
      const bindings = [...this.bindings].map(([connectionId, ipSubjectId]) => ({ connectionId, ipSubjectId }));
      const hasCustom = this.subjects.some(({ scope }) => scope === 'custom_global');
      const otherWay = hasCustom ? 'custom_global' : this.boost === null ? 'direct' : 'boost';
      return succeeded({ subjects: this.subjects, bindings, otherWay, lines } as const);
    }),
    answering(CALLS.routing.testProxy, ({ host }) =>
      succeeded({ testToken: uuidOf('proxy test'), hosts: [{ host, ms: 12, exit: this.exit }] }),
    ),
    answering(CALLS.routing.testSubject, ({ ipSubjectId }) => {
      const subject = this.subjects.find((known) => known.ip_partition_subject_id === ipSubjectId);
      if (subject === undefined) return GONE;
      subject.exit = this.exit;
      return succeeded({ hosts: [{ host: subject.ip, ms: 12, exit: this.exit }] });
    }),
    answering(CALLS.routing.saveProxy, (saved) => {
      if (saved.scope === 'custom_global') return succeeded({ subject: this.#saveCustom(saved) });
      const id = saved.ipSubjectId ?? this.add(saved.name);
      const subject = this.subjects.find((known) => known.ip_partition_subject_id === id);
      if (subject === undefined) return GONE;
      Object.assign(subject, { username: saved.username, hasPassword: saved.password !== null, exit: this.exit });
      Object.assign(subject, { name: saved.name, ip: saved.host, port: saved.port, type: saved.type });
      return succeeded({ subject });
    }),
    answering(CALLS.routing.getBoosterProxy, () => succeeded({ proxy: this.boost })),
    answering(CALLS.routing.delBoosterProxy, () => {
      this.boost = null;
      return succeeded({});
    }),
    answering(CALLS.routing.bindSubjects, ({ bindings }) => {
      for (const { connectionId, ipSubjectId } of bindings) {
        if (ipSubjectId === null) this.bindings.delete(connectionId);
        else this.bindings.set(connectionId, ipSubjectId);
      }
      return succeeded({});
    }),
    answering(CALLS.routing.setRoutingLine, ({ connectionId, line }) => {
      this.lines.set(connectionId, line);
      return succeeded({});
    }),
    answering(CALLS.routing.deleteSubject, ({ ipSubjectId }) => {
      const at = this.subjects.findIndex((subject) => subject.ip_partition_subject_id === ipSubjectId);
      if (at >= 0) this.subjects.splice(at, 1);
      return succeeded({});
    }),
  ]);

  #saveCustom(saved: z.output<typeof CALLS.routing.saveProxy.input>): IpSubjectView {
    const known = this.subjects.find(({ scope }) => scope === 'custom_global');
    if (known === undefined) this.add('for all');
    const subject = known ?? this.subjects.at(-1);
    if (subject === undefined) throw new Error('no proxy');
    const { host: ip, port, type, username, password } = saved;
    return Object.assign(subject, { scope: 'custom_global', ip, port, type, username, hasPassword: password !== '' });
  }
}
