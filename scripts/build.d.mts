/** Whether dist/ is the build of the sources as they are now. */
export function isBuilt(): boolean;
