import { CALLS, type Call, type CallOutput, type IpSubjectView } from '@pasar/api';
import type { RoutingLine } from '@pasar/domain';
import type { z } from 'zod';
import { uuidOf } from './fake-data.ts';
import { type Reply, refused, success } from './fake-reply.ts';

/** Proxies and lines as a test sets them. */
export class FakeProxies {
  readonly subjects: IpSubjectView[] = [];
  readonly lines = new Map<string, RoutingLine>();
  /** By connection the proxy that it leaves by. */
  readonly bindings = new Map<string, string>();
  /** What whoever runs the product gives to all; null for none. */
  boost: CallOutput<typeof CALLS.routing.getBoosterProxy>['proxy'] = null;
  /** Those who may not see proxies get this and nothing else. */
  isRefused = false;

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
      user_list: [],
    });
    return id;
  }

  #saveCustom(saved: z.output<typeof CALLS.routing.saveProxy.input>): IpSubjectView {
    const known = this.subjects.find(({ scope }) => scope === 'custom_global');
    if (known === undefined) this.add('for all');
    const subject = known ?? this.subjects.at(-1);
    if (subject === undefined) throw new Error('no proxy');
    const { host: ip, port, type, username, password } = saved;
    return Object.assign(subject, { scope: 'custom_global', ip, port, type, username, hasPassword: password !== '' });
  }

  /** Null: no call of this part. */
  answer(call: Call, raw: unknown): Reply | null {
    switch (call.path) {
      case CALLS.routing.listSubjects.path: {
        if (this.isRefused) return refused('no_permission', 'You have no permission for this. Ask the main account.');
        const lines = [...this.lines].map(([connectionId, line]) => ({ connectionId, line }));
        const bindings = [...this.bindings].map(([connectionId, ipSubjectId]) => ({ connectionId, ipSubjectId }));
        const hasCustom = this.subjects.some(({ scope }) => scope === 'custom_global');
        const otherWay = hasCustom ? 'custom_global' : this.boost === null ? 'direct' : 'boost';
        return success({ subjects: this.subjects, bindings, otherWay, lines });
      }
      case CALLS.routing.testProxy.path:
        return success({ testToken: this.subjects[0]?.ip_partition_subject_id, ms: 12 });
      case CALLS.routing.saveProxy.path: {
        const saved = CALLS.routing.saveProxy.input.parse(raw);
        if (saved.scope === 'custom_global') return success({ subject: this.#saveCustom(saved) });
        const subject = this.subjects.find((known) => known.ip_partition_subject_id === saved.ipSubjectId);
        if (subject === undefined) return refused('not_found', 'no such proxy');
        Object.assign(subject, { name: saved.name, ip: saved.host, port: saved.port, type: saved.type });
        return success({ subject });
      }
      case CALLS.routing.getBoosterProxy.path:
        return success({ proxy: this.boost });
      case CALLS.routing.delBoosterProxy.path:
        this.boost = null;
        return success({});
      case CALLS.routing.bindSubject.path: {
        const { connectionId, ipSubjectId } = CALLS.routing.bindSubject.input.parse(raw);
        if (ipSubjectId === null) this.bindings.delete(connectionId);
        else this.bindings.set(connectionId, ipSubjectId);
        return success({});
      }
      case CALLS.routing.setRoutingLine.path: {
        const { connectionId, line } = CALLS.routing.setRoutingLine.input.parse(raw);
        this.lines.set(connectionId, line);
        return success({});
      }
      case CALLS.routing.deleteSubject.path: {
        const { ipSubjectId } = CALLS.routing.deleteSubject.input.parse(raw);
        const at = this.subjects.findIndex((subject) => subject.ip_partition_subject_id === ipSubjectId);
        if (at >= 0) this.subjects.splice(at, 1);
        return success({});
      }
      default:
        return null;
    }
  }
}
