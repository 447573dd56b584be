/** A rule of the linter: no state is kept in modules, where two runs in one process would share it. */

const collections = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);

/** Whether a value that begins empty is kept to be filled. */
function isToBeFilled(init) {
  if (init?.type === 'ArrayExpression') return init.elements.length === 0;
  return (
    init?.type === 'NewExpression' &&
    init.callee.type === 'Identifier' &&
    collections.has(init.callee.name) &&
    init.arguments.length === 0
  );
}

const noModuleState = {
  create(context) {
    const message = 'State belongs to a session or an account: two runs in one process would share this.';
    return {
      Program({ body }) {
        for (const statement of body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declaration?.type !== 'VariableDeclaration') continue;
          for (const declarator of declaration.declarations) {
            if (declaration.kind !== 'const' || isToBeFilled(declarator.init))
              context.report({ node: declarator, message });
          }
        }
      },
    };
  },
};

export default { meta: { name: 'outreach' }, rules: { 'no-module-state': noModuleState } };
