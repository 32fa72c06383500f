import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/e2e/free-port.ts';
import { until } from './until.ts';

type Command = (name: string, parameters?: object) => Promise<unknown>;

type Browser = AsyncDisposable & {
  command: Command;
  complaints(): Promise<string[]>;
};

const dieWithParent = ['--pdeathsig', 'TERM'];

type Options = { width: number; height: number; scripts: boolean };

export type Engine = (options: Options) => Promise<Browser>;

/** Debian has no driver for its Firefox: it speaks WebDriver itself, on a line that it calls Marionette. */
export const firefox: Engine = async ({ width, height, scripts }) => {
  const profile = await mkdtempDisposable(join(tmpdir(), 'handback-firefox-'));
  const preferences = {
    'marionette.port': 0,
    'javascript.enabled': scripts,
    'devtools.console.stdout.content': true,
    // A PDF is downloaded, and not opened beside the page.
    'pdfjs.disabled': true,
  };
  const lines = Object.entries(preferences).map((pair) => `user_pref(${pair.map((part) => JSON.stringify(part))});\n`);
  await writeFile(join(profile.path, 'user.js'), lines.join(''));
  const args = ['--headless', '--no-remote', '--profile', profile.path, '--marionette', '--remote-allow-system-access'];
  const { said, end } = start('firefox-esr', args);
  const send = speak(Number(await until(() => readFile(join(profile.path, 'MarionetteActivePort'), 'utf8'))));
  const command: Command = async (name, parameters) => {
    const answer = await send(`WebDriver:${name}`, parameters);
    return answer && typeof answer === 'object' && 'value' in answer ? answer.value : answer;
  };
  const inside = async (script: string) => {
    await send('Marionette:SetContext', { value: 'chrome' });
    const value = await command('ExecuteScript', { script, args: [] });
    await send('Marionette:SetContext', { value: 'content' });
    return value;
  };
  await command('NewSession');
  // Its windows are never as narrow as a phone.
  await inside(
    `Object.assign(gBrowser.selectedBrowser.style, { width: '${width}px', height: '${height}px', flex: 'none' });`,
  );
  return {
    command,
    complaints: async () => [...said(ofPages), ...((await inside(readConsole)) as string[])],
    async [Symbol.asyncDispose]() {
      await end();
      await profile.remove();
    },
  };
};

/** What pages call the console for; a part of Firefox gives its name first. */
const ofPages = /^console\.(warn|error|assert): (?!\w[\w.]*: $)/;

/** What Firefox itself says of pages, and what they threw; not that a font came late, which ours may (app.css). */
const readConsole = `
  const said = Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError);
  Services.console.reset();
  return said
    .filter(({ sourceName, errorMessage }) => !/^(chrome|resource):/.test(sourceName) && !/font-display timeout/.test(errorMessage))
    .map(({ errorMessage, sourceName, category }) => errorMessage + ' (' + sourceName + ', ' + category + ')');`;

/** Marionette's line: a message has its length before it, and one is answered before the next is sent. */
function speak(port: number): Command {
  const line = connect(port, '127.0.0.1');
  const messages = readMessages(line);
  const greeting = messages.next();
  return async (name, parameters = {}) => {
    await greeting;
    const text = JSON.stringify([0, 0, name, parameters]);
    line.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, value] = (await messages.next()).value ?? [];
    if (error) throw new Error(`${error.error}: ${error.message}`);
    return value;
  };
}

async function* readMessages(line: Socket) {
  let unread = '';
  // So a character is a byte, as lengths count them.
  for await (const more of line.setEncoding('latin1')) {
    unread += more;
    const begin = unread.indexOf(':') + 1;
    const end = begin + Number.parseInt(unread, 10);
    if (begin === 0 || unread.length < end) continue;
    yield JSON.parse(Buffer.from(unread.slice(begin, end), 'latin1').toString());
    unread = unread.slice(end);
  }
}

export const webkit: Engine = async ({ width, height, scripts }) => {
  const port = await freePort();
  const { said, end } = start('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`]);
  let session = `http://127.0.0.1:${port}/session`;
  const ask = async (path: string, init: RequestInit) => {
    const { value } = (await (await fetch(session + path, init)).json()) as {
      value: { error?: string; message?: string };
    };
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const command: Command = (name, parameters = {}) => {
    const { id = '', ...body } = parameters as { id?: string };
    const [method, path = ''] = paths[name]?.replace('ID', id).split(' ') ?? [];
    return ask(path, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) } as RequestInit);
  };
  const window = join(import.meta.dirname, 'webkit-window.js');
  const browser = { binary: '/usr/bin/setpriv', args: [...dieWithParent, window, `${scripts}`] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
  const { sessionId } = (await until(() => command('NewSession', { capabilities }))) as { sessionId: string };
  session += `/${sessionId}`;
  await command('SetWindowRect', { x: 0, y: 0, width, height });
  return {
    command,
    complaints: async () => said(complaint),
    async [Symbol.asyncDispose]() {
      // Its window is closed by that, which it may call a failure.
      await command('DeleteSession').catch(() => undefined);
      await end();
    },
  };
};

/** Five seconds after a page has come, what the app is just loading before it is used is called unused. */
const complaint = /CONSOLE (?!OTHER WARN .*preloaded using link preload).*(WARN|ERROR)/;

const paths: Record<string, string> = {
  NewSession: 'POST ',
  Navigate: 'POST /url',
  Refresh: 'POST /refresh',
  GetCurrentURL: 'GET /url',
  FindElement: 'POST /element',
  ElementClick: 'POST /element/ID/click',
  ElementSendKeys: 'POST /element/ID/value',
  ExecuteAsyncScript: 'POST /execute/async',
  SetWindowRect: 'POST /window/rect',
  TakeScreenshot: 'GET /screenshot',
  DeleteSession: 'DELETE ',
};

function start(command: string, args: string[]) {
  const child: ChildProcess = spawn('setpriv', [...dieWithParent, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (more) => (output += more));
  return {
    said(pattern: RegExp): string[] {
      const lines = output.split('\n');
      output = lines.pop() ?? '';
      return lines.filter((line) => pattern.test(line));
    },
    async end() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
