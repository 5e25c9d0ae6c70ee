import { CALLS } from '@pasar/api';
import { z } from 'zod';
import { PROXY_LOGIN } from '../proxy.ts';
import type { WireCall } from './market.ts';
import { DIRECT } from './proxies.ts';
import type { Scene } from './scene.ts';
import { Chance, MINUTE, SECOND, seedOf } from './time.ts';

const { testProxy, saveProxy, bindSubjects, changeSubjectIp, deleteSubject } = CALLS.routing;
const CHANGES_A_DAY = 2;

interface Line {
  readonly name: string;
  readonly isRotating: boolean;
  id: string;
  host: string;
  /** Of one that turns, in its order. */
  hosts: readonly string[];
}

/** The main account gives logins proxies and takes them away, and what leaves by which is written down here once more. */
export class Ways {
  readonly #scene: Scene;
  readonly #chance: Chance;
  readonly #lines: Line[] = [];
  /** The line of each login that has one of its own. */
  readonly #bound = new Map<number, Line>();
  /** The proxy of all others; null: they leave by none. */
  #custom: Line | null = null;
  /** How many messages left by a proxy of their own, by the common one and by none, and how many changes fenced a login. */
  readonly counts = { own: 0, common: 0, direct: 0, changes: 0 };

  constructor(scene: Scene, seed: number) {
    this.#scene = scene;
    this.#chance = new Chance(seedOf(seed, 'ways'));
  }

  async begin(): Promise<void> {
    for (const name of ['one', 'two', 'turns']) {
      const line = { name, isRotating: name === 'turns', id: '', host: this.#anyHost(), hosts: [] };
      await this.#save(line);
      this.#lines.push(line);
    }
    const logins = [...this.#scene.account.logins.keys()].filter(() => this.#chance.hit(0.4));
    await this.#bind(new Map(logins.map((login) => [login, this.#chance.pick(this.#lines)])));
  }

  plan(until: number, days: number): void {
    const { time } = this.#scene;
    const kinds = [this.#bindAny, this.#bindAny, this.#bindAny, this.#move, this.#turn, this.#changeCommon] as const;
    for (let count = 0; count < days * CHANGES_A_DAY; count += 1) {
      time.plan(this.#chance.between(time.at, until), () => this.#chance.pick(kinds).call(this));
    }
  }

  /** A message left: it must have gone by the proxy that its shop has now. */
  check({ conversation, words, dialled }: WireCall): void {
    const { shop } = this.#scene.diary.talk(conversation).buyer;
    const line = this.#bound.get(shop.login) ?? this.#custom;
    this.counts[line === null ? 'direct' : line === this.#custom ? 'common' : 'own'] += 1;
    const wanted = line === null ? DIRECT : `${line.host}:${this.#scene.proxies.port}`;
    if (dialled === wanted) return;
    const what = `"${words.split('\n')[0]}" to ${conversation}`;
    this.#scene.diary.blame('ownWay', `${what} left by ${dialled} and not by ${wanted}`);
  }

  #anyHost(): string {
    return this.#chance.pick(this.#scene.proxies.hosts);
  }

  async #bindAny(): Promise<void> {
    const login = this.#chance.between(0, this.#scene.account.logins.length - 1);
    const line = this.#bound.has(login) && this.#chance.hit(0.6) ? null : this.#chance.pick(this.#lines);
    await this.#bind(new Map([[login, line]]));
  }

  async #bind(lines: ReadonlyMap<number, Line | null>): Promise<void> {
    const bindings = [...lines].map(([login, line]) => ({
      connectionId: this.#scene.account.logins[login]?.owner.connectionId,
      ipSubjectId: line?.id ?? null,
    }));
    if ((await this.#scene.call(bindSubjects, { bindings })) === null) return;
    for (const [login, line] of lines) {
      if (line === null) this.#bound.delete(login);
      else this.#bound.set(login, line);
    }
    await this.#changed();
  }

  /** A named proxy gets another host. */
  async #move(): Promise<void> {
    const line = this.#chance.pick(this.#lines);
    const moved = { ...line, host: this.#anyHost() };
    if (!(await this.#save(moved))) return;
    Object.assign(line, moved);
    await this.#changed();
  }

  async #turn(): Promise<void> {
    const line = this.#lines.find(({ isRotating }) => isRotating);
    if (line === undefined) return;
    const turned = await this.#scene.call(changeSubjectIp, { ipPartitionSubjectId: line.id });
    if (turned === null) return;
    line.host = line.hosts[(line.hosts.indexOf(line.host) + 1) % line.hosts.length] ?? '';
    await this.#changed();
  }

  async #changeCommon(): Promise<void> {
    if (this.#custom !== null && this.#chance.hit(0.7)) {
      if ((await this.#scene.call(deleteSubject, { ipSubjectId: this.#custom.id })) === null) return;
      this.#custom = null;
    } else {
      const line = { name: '', isRotating: false, id: '', host: this.#anyHost(), hosts: [] };
      if (!(await this.#save(line))) return;
      this.#custom = line;
    }
    await this.#changed();
  }

  /** Tries a proxy and saves it, as the product demands; a nameless one is that of all logins without their own. */
  async #save(line: Line): Promise<boolean> {
    const { hosts, port } = this.#scene.proxies;
    const values = { type: 'http', host: line.host, port, hosts: line.isRotating ? hosts : [], ...PROXY_LOGIN };
    const tried = await this.#scene.call(testProxy, values);
    if (tried === null) return false;
    const { testToken } = testProxy.output.parse(tried);
    const place =
      line.name === ''
        ? { scope: 'custom_global' }
        : { scope: 'platform', name: line.name, kind: line.isRotating ? 'rotating' : 'static' };
    const saved = await this.#scene.call(saveProxy, { ...values, ...place, testToken });
    if (saved === null) return false;
    line.hosts = [...new Set([line.host, ...values.hosts])];
    line.id = z
      .object({ subject: z.object({ ip_partition_subject_id: z.string() }) })
      .parse(saved).subject.ip_partition_subject_id;
    return true;
  }

  /** The old sessions do not know of the change yet, and try to send; then each login is opened anew. */
  async #changed(): Promise<void> {
    const { market, expectations, time } = this.#scene;
    const fenced = await market.sessions.fenced();
    this.counts.changes += fenced.length;
    for (const login of fenced) {
      expectations.disturb(({ buyer }) => buyer.shop.login === login);
      await market.pump(login);
    }
    const lateMs = this.#chance.pick([0, this.#chance.between(0, 5 * SECOND), this.#chance.between(0, 20 * SECOND)]);
    if (fenced.length > 0) time.plan(time.at + lateMs, () => this.#reopen());
  }

  async #reopen(): Promise<void> {
    const { market, isDown, time } = this.#scene;
    if (isDown) return time.plan(time.at + MINUTE, () => this.#reopen());
    const opened = await market.sessions.open();
    this.#scene.expectations.disturb(({ buyer }) => opened.includes(buyer.shop.login));
    await this.#scene.comeBack(opened);
  }
}
