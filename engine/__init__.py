"""The inference engine: everything that touches a model. Only `engine.protocol` may be imported from outside."""
