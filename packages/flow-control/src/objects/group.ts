/** The API group of flow control, a template of the dialect. */
export const flowControlGroup = "flowcontrol.apiserver.{api}";
