import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

export type TestCase = {
  line: number;
  title: string;
  skipped: boolean;
  /** Its body, or a function that its body calls, expects something. */
  expects: boolean;
  source: string;
};

export type Proof = TestCase & { file: string };

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Call = { names: string[]; args: Node[] };
type Scope = { program: Node; functions: Map<string, Node>; imports: Map<string, string> };

const skipping = ['skip', 'skipIf', 'runIf', 'todo', 'fails'];

export function readAllTestCases(): Proof[] {
  const files = globSync(
    '{app,browser,commands,domain,functions,language,paths,server,site,test,ui}/**/*.test.{ts,tsx}',
  );
  return files.sort().flatMap((file) => readTestCases(file).map((each) => ({ ...each, file })));
}

/** The tests that a file declares, read from its text: nothing of it runs. */
export function readTestCases(file: string, text = readFileSync(file, 'utf8')): TestCase[] {
  const scope = readScope(file, text);
  const cases: TestCase[] = [];
  const visit = (node: Node, groups: string[], skippedAround: boolean) => {
    const call = readCall(node);
    const kind = call?.names[0] ?? '';
    const title = call && titleOf(call.args[0]);
    if (!call || title === undefined || !/^(test|it|describe)$/.test(kind)) {
      for (const child of childrenOf(node)) visit(child, groups, skippedAround);
      return;
    }
    const titles = [...groups, title];
    const bodies = call.args.slice(1);
    const skipped = skippedAround || isSkipped(call);
    if (kind === 'describe') for (const body of bodies) visit(body, titles, skipped);
    else {
      const line = text.slice(0, node.start).split('\n').length;
      const expects = bodies.some((body) => doesExpect(body, scope));
      cases.push({ line, title: titles.join(' > '), skipped, expects, source: text.slice(node.start, node.end) });
    }
  };
  visit(scope.program, [], false);
  return cases;
}

/** `test.each(table)(title, body)` has the names of `test.each`. */
function readCall(node: Node): Call | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee as Node;
  return {
    names: namesOf(callee.type === 'CallExpression' ? (callee.callee as Node) : callee),
    args: node.arguments as Node[],
  };
}

function namesOf(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node.name)];
  if (node.type !== 'MemberExpression') return [''];
  const of = readCall(node.object as Node)?.names ?? namesOf(node.object as Node);
  return [...of, String((node.property as Node).name)];
}

function titleOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

function isSkipped({ names, args }: Call): boolean {
  const options = args.filter(({ type }) => type === 'ObjectExpression').flatMap((arg) => arg.properties as Node[]);
  const optionNames = options.map(({ key }) => String((key as Node | undefined)?.name));
  return [...names, ...optionNames].some((name) => skipping.includes(name)) || args.some(callsSkip);
}

function callsSkip(node: Node): boolean {
  return readCall(node)?.names.at(-1) === 'skip' || childrenOf(node).some(callsSkip);
}

const expecting = new WeakMap<Node, boolean>();

/** Playwright's `waitFor` and fast-check's `assert` fail like an `expect`. */
function doesExpect(node: Node, scope: Scope): boolean {
  const known = expecting.get(node);
  if (known !== undefined) return known;
  // Until it is known otherwise: a function that calls itself expects nothing by that.
  expecting.set(node, false);
  const [first = '', ...others] = readCall(node)?.names ?? [];
  const fails = first === 'expect' || /^(waitFor.*|assert)$/.test(others.at(-1) ?? '');
  const called = node.type === 'Identifier' ? findFunction(String(node.name), scope) : undefined;
  const found =
    fails ||
    (called !== undefined && doesExpect(called.node, called.scope)) ||
    childrenOf(node).some((child) => doesExpect(child, scope));
  expecting.set(node, found);
  return found;
}

function findFunction(name: string, scope: Scope): { node: Node; scope: Scope } | undefined {
  const file = scope.imports.get(name);
  const home = file ? readShared(file) : scope;
  const node = home.functions.get(name);
  return node && { node, scope: home };
}

const shared = new Map<string, Scope>();

function readShared(file: string): Scope {
  const scope = shared.get(file) ?? readScope(file, readFileSync(file, 'utf8'));
  shared.set(file, scope);
  return scope;
}

function readScope(file: string, text: string): Scope {
  const program = parseSync(file, text).program as unknown as Node;
  const scope: Scope = { program, functions: new Map(), imports: new Map() };
  const visit = (node: Node) => {
    const name = String((node.id as Node | undefined)?.name);
    const value = node.type === 'VariableDeclarator' ? (node.init as Node | null) : node;
    if (/^(Function|ArrowFunction)/.test(value?.type ?? '')) scope.functions.set(name, node);
    if (node.type === 'ImportDeclaration') readImports(node, file, scope);
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return scope;
}

/** Only what tests share is followed: it is theirs to expect. */
function readImports(node: Node, file: string, { imports }: Scope): void {
  const source = String((node.source as Node).value);
  const path = join(dirname(file), source);
  if (!source.startsWith('.') || !path.startsWith('test/')) return;
  for (const { local } of node.specifiers as { local: Node }[]) imports.set(String(local.name), path);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
}
