import type { FunctionInput, FunctionOutput, OpenFunctionName } from '../functions/list.ts';
import type { App } from './app.ts';
import { type LiveReader, readLive } from './live-reader.ts';

export type Answered<T> = {
  status: number;
  result?: T;
  error?: { status: string; message: string; details?: unknown };
};

/** A person with a browser: keeps cookies, follows nothing by itself, and calls functions with its access token. */
export class Visitor {
  readonly app: App;
  readonly network: string;
  readonly cookies = new Map<string, string>();
  token: string | undefined;
  /** What the browser asks for with each request, as an Accept-Language header. */
  language: string | undefined;

  constructor(app: App, network: string) {
    this.app = app;
    this.network = network;
  }

  /** Of the pages that it reads. A product that was started has no installation here. */
  private get origin(): string {
    return this.app.services?.publicUrl ?? this.app.url;
  }

  /** As the header has them. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', this.network);
    if (this.language && !headers.has('accept-language')) headers.set('accept-language', this.language);
    if (this.cookies.size > 0) headers.set('cookie', this.cookie);
    const response = await fetch(this.app.url + path, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  get(path: string): Promise<Response> {
    return this.fetch(path);
  }

  /** The page at the path, as HTML. */
  async read(path: string): Promise<string> {
    return (await this.get(path)).text();
  }

  post(path: string, fields: Record<string, string>): Promise<Response> {
    const headers = { origin: this.origin, 'content-type': 'application/x-www-form-urlencoded' };
    return this.fetch(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
  }

  /** Sends a form with a file, as a browser without scripts does. */
  postFile(path: string, file: Uint8Array<ArrayBuffer>, name = 'picture.jpg'): Promise<Response> {
    const body = new FormData();
    body.append('picture', new Blob([file], { type: 'image/jpeg' }), name);
    return this.fetch(path, { method: 'POST', headers: { origin: this.origin }, body });
  }

  auth(path: string, body: unknown): Promise<Response> {
    return this.postJson(`/auth/${path}`, body);
  }

  postJson(path: string, body: unknown): Promise<Response> {
    const headers = { origin: this.origin, 'content-type': 'application/json' };
    return this.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Calls a function that takes a file. */
  upload(name: string, data: object, file: Uint8Array<ArrayBuffer>): Promise<Response> {
    const headers = { ...(this.token && { authorization: `Bearer ${this.token}` }) };
    const query = new URLSearchParams({ data: JSON.stringify(data) });
    return this.fetch(`/functions/us-central1/${name}?${query}`, { method: 'POST', headers, body: file });
  }

  async tryCall<Name extends OpenFunctionName>(name: Name, data: unknown): Promise<Answered<FunctionOutput<Name>>> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    const body = JSON.stringify({ data });
    const response = await this.fetch(`/functions/us-central1/${name}`, { method: 'POST', headers, body });
    return { status: response.status, ...((await response.json()) as object) };
  }

  async call<Name extends OpenFunctionName>(name: Name, data: FunctionInput<Name>): Promise<FunctionOutput<Name>> {
    const answered = await this.tryCall(name, data);
    if (answered.error) throw new Error(`${name}: ${JSON.stringify(answered.error)}`);
    return answered.result as FunctionOutput<Name>;
  }

  live(path = '/live'): Promise<LiveReader> {
    return readLive(this, path);
  }
}
