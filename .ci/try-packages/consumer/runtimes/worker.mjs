/** For workerd: a worker with a test. */
import { exercise } from './exercise.mjs';

export default {
  /**
   * @param {unknown} _controller
   * @param {{ sandbox: Parameters<typeof exercise>[0] }} bindings
   */
  async test(_controller, { sandbox }) {
    console.log(await exercise(sandbox));
  },
};
